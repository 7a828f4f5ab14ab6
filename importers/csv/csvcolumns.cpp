// SPDX-License-Identifier: Apache-2.0
#include "importers/csv/csvcolumns.h"

#include "core/base/largepages.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <variant>

namespace rs {

void CsvCells::makeRoom(qint64 rows)
{
    if (type == ColumnType::Text)
        text.resize(static_cast<size_t>(rows));
    else if (type == ColumnType::Real)
        reals.resize(static_cast<size_t>(rows));
    else
        integers.resize(static_cast<size_t>(rows));
}

void CsvCells::setMissing(qint64 row, std::vector<qint64> &why)
{
    why.push_back(row);
    if (type == ColumnType::Text)
        text[static_cast<size_t>(row)] = NoText;
    else if (type == ColumnType::Real)
        reals[static_cast<size_t>(row)] = 0;
    else
        integers[static_cast<size_t>(row)] = 0;
}

void CsvCells::takeBack(qint64 row)
{
    for (std::vector<qint64> *const missing : {&empty, &wrong}) {
        if (!missing->empty() && missing->back() == row)
            missing->pop_back();
    }
}

CellValue::State CsvCells::put(qint64 row, std::string_view cell)
{
    const auto at = static_cast<size_t>(row);
    if (isMissingCell(cell)) {
        setMissing(row, empty);
        return CellValue::State::Number;
    }
    if (type == ColumnType::Text) {
        text[at] = pool->intern(cell);
        return CellValue::State::Number;
    }
    const CellValue value = numberCell(cell, type, most);
    if (value.state != CellValue::State::Number)
        setMissing(row, wrong);
    else if (type == ColumnType::Real)
        reals[at] = value.real;
    else
        integers[at] = value.integer;
    return value.state;
}

/// Cells as most are: none, a text as in the row before, a plain number.
[[gnu::always_inline]] inline bool CsvCells::readPlain(qint64 row, const char *&p, const char *end)
{
    const char *at = p;
    if (at[0] == 'N' && at[1] == '/' && at[2] == 'A' && endsCell(at[3]))
        at += 3;
    if (at > p || endsCell(*at)) {
        p = at;
        setMissing(row, empty);
        return true;
    }
    if (type == ColumnType::Text) {
        at += lastWritten.size();
        if (at == p || at >= end || !endsCell(*at) || std::memcmp(p, lastWritten.data(), lastWritten.size()) != 0)
            return false;
        text[static_cast<size_t>(row)] = lastText;
    } else {
        CsvDecimal plain;
        at = readDecimal(at, plain);
        while (isStrayBlank(*at))
            ++at;
        qint64 integer = 0;
        double real = 0;
        if (!endsCell(*at) || !storePlain(plain, type, most, integer, real))
            return false;
        if (type == ColumnType::Real)
            reals[static_cast<size_t>(row)] = real;
        else
            integers[static_cast<size_t>(row)] = integer;
    }
    p = at;
    return true;
}

bool CsvCells::readOther(qint64 row, const char *&p, const char *end, std::string &scratch)
{
    const char *const begin = p;
    std::string_view cell;
    qint64 lines = 1;
    p = readCsvCell(begin, end, cell, scratch, lines);
    if (!p || lines > 1 || put(row, cell) != CellValue::State::Number)
        return false;
    if (type == ColumnType::Text && text[static_cast<size_t>(row)] != NoText) {
        lastWritten = {begin, static_cast<size_t>(p - begin)};
        lastText = text[static_cast<size_t>(row)];
    }
    return true;
}

void CsvRows::note(const CsvFault &fault)
{
    const auto known = std::ranges::find(faults, fault.kind, &CsvFault::kind);
    if (known == faults.end())
        faults.push_back(fault);
    else
        known->count += fault.count;
}

void CsvRows::endRow(qint64 line)
{
    if (line != nextLine)
        lines.emplace_back(rows, line);
    nextLine = line + 1;
    ++rows;
}

void CsvRows::makeRoom(qint64 more)
{
    if (rows + more <= room)
        return;
    room = std::max(2 * room, rows + more);
    for (CsvCells &c : cells)
        c.makeRoom(room);
}

void CsvRows::add(const CsvRow &row)
{
    makeRoom(1);
    for (size_t c = 0; c < cells.size(); ++c) {
        const CellValue::State state = cells[c].put(rows, row.cells[c]);
        if (state != CellValue::State::Number)
            note({state == CellValue::State::Impossible ? CsvFault::Kind::Impossible : CsvFault::Kind::NotANumber,
                  row.line, 1, rows, static_cast<int>(c)});
    }
    endRow(row.line);
}

bool CsvRows::addPlainRow(const char *&p, const char *end, std::string &scratch)
{
    for (size_t c = 0; c < cells.size(); ++c) {
        if (c > 0 && *p++ != ',')
            return false;
        if (!cells[c].readPlain(rows, p, end) && !cells[c].readOther(rows, p, end, scratch))
            return false;
    }
    // Commas at the end of a line may stand for nothing.
    while (*p == ',' || isStrayBlank(*p))
        ++p;
    return *p == '\n';
}

const char *CsvRows::addPlain(std::string_view text, qint64 line, qint64 until, const std::string &head)
{
    const char *const end = text.data() + (text.rfind('\n') + 1);
    const char *row = text.data();
    std::string scratch;
    for (CsvCells &c : cells)
        c.lastWritten = {};
    while (row < end && row - text.data() < until) {
        makeRoom(1);
        const char *p = row;
        while (isStrayBlank(*p) || *p == '"')
            ++p;
        const bool mayBeHead = *p == head.front() && std::strncmp(p, head.data(), head.size()) == 0;
        p = row;
        // An empty line is no row where there is one column.
        if (mayBeHead || (cells.size() == 1 && endsCell(*p)))
            break;
        if (!addPlainRow(p, end, scratch)) {
            for (CsvCells &c : cells)
                c.takeBack(rows);
            break;
        }
        endRow(line++);
        row = p + 1;
    }
    return row;
}

qint64 CsvRows::bytes() const
{
    auto out = texts.bytes() + unknown.bytes() + static_cast<qint64>(lines.capacity() * sizeof(lines[0]));
    for (const CsvCells &c : cells)
        out += static_cast<qint64>(c.text.capacity() * sizeof(StrId) +
                                   (c.integers.capacity() + c.reals.capacity() + c.empty.capacity()) * sizeof(qint64));
    return out;
}

void CsvColumns::beginFile(const CsvHeader &header, qint64 rows)
{
    m_ofFile.clear();
    m_expected = m_rows + rows;
    m_room = m_rows;
    for (const QString &name : header.names) {
        // A repeated name is a column of its own.
        const auto known = std::ranges::find_if(m_parts, [&](const std::unique_ptr<Part> &p) {
            return p->column.name == name && std::ranges::find(m_ofFile, p.get()) == m_ofFile.end();
        });
        if (known != m_parts.end()) {
            m_ofFile.push_back(known->get());
            continue;
        }
        Part &p = *m_parts.emplace_back(std::make_unique<Part>());
        p.column.name = name;
        p.column.unit = unitOfColumn(name);
        p.most = mostOfColumn(name);
        const auto type = columnTypeOf(name);
        p.known = type.has_value();
        p.column.type = type.value_or(ColumnType::Text);
        for (CsvGaps &gaps : m_gaps) {
            if (gaps.column == name)
                p.gaps = &gaps;
        }
        m_ofFile.push_back(&p);
    }
}

void CsvColumns::open(CsvRows &rows, qint64 most) const
{
    std::vector<CsvCells> cells = std::move(rows.cells);
    rows = CsvRows();
    rows.cells = std::move(cells);
    rows.cells.resize(m_ofFile.size());
    for (size_t c = 0; c < m_ofFile.size(); ++c) {
        CsvCells &to = rows.cells[c];
        to.empty.clear();
        to.wrong.clear();
        to.type = m_ofFile[c]->column.type;
        to.most = m_ofFile[c]->most;
        to.pool = m_ofFile[c]->known ? &rows.texts : &rows.unknown;
    }
    rows.makeRoom(most);
}

qint64 CsvColumns::textBytes() const
{
    qint64 out = m_strings->bytes();
    for (const auto &p : m_parts)
        out += p->texts.bytes();
    return out;
}

qint64 CsvColumns::bytes() const
{
    qint64 out = textBytes();
    for (const auto &p : m_parts)
        out += p->column.bytes();
    return out;
}

void CsvColumns::append(const CsvRows &rows)
{
    if (rows.rows == 0)
        return;
    const qint64 all = m_rows + rows.rows;
    if (all > m_room) {
        // Room for all rows of the file at once; where there is not, columns double as they grow.
        const auto rowBytes = static_cast<qint64>(m_ofFile.size() * sizeof(qint64));
        const bool hasRoom = m_expected >= all && m_memory.tryGrow((m_expected - m_rows) * rowBytes);
        m_room = hasRoom ? m_expected : 2 * all;
        if (!hasRoom)
            m_memory.hold(bytes() + m_room * rowBytes);
    }
    // Pools of texts grow by standing twice for a moment.
    m_memory.hold(bytes() + textBytes() + 2 * rows.bytes());
    const std::vector<StrId> ids = m_strings->internAll(rows.texts);
    std::vector<Column::Piece *> pieces;
    for (size_t c = 0; c < m_ofFile.size(); ++c)
        pieces.push_back(pieceFor(*m_ofFile[c], rows.cells[c], rows.rows));
    parallelFor(m_pool, std::ssize(m_ofFile), [&](qsizetype i) {
        const auto c = static_cast<size_t>(i);
        if (pieces[c])
            append(*pieces[c], *m_ofFile[c], rows.cells[c], rows, ids);
    });
    m_rows += static_cast<int>(rows.rows);
    m_memory.resize(bytes());
}

/// Counts the empty cells, and makes room. On one thread: memory that others have taken stays with them.
Column::Piece *CsvColumns::pieceFor(Part &part, const CsvCells &cells, qint64 rows) const
{
    if (part.gaps && !cells.empty.empty()) {
        if (part.gaps->count == 0)
            part.gaps->firstRow = m_rows + static_cast<int>(cells.empty.front());
        part.gaps->count += std::ssize(cells.empty);
    }
    const bool isNew = part.column.pieces.empty() || part.column.pieces.back().end() != m_rows;
    if (isNew && std::ssize(cells.empty) + std::ssize(cells.wrong) == rows)
        return nullptr;
    Column::Piece &piece = part.column.pieceFor(m_rows);
    if (const auto room = piece.present.size() + static_cast<size_t>(m_expected - m_rows);
        m_room == m_expected && room > piece.present.capacity()) {
        std::visit([room](auto &values) { reserveLarge(values, room); }, piece.values);
        piece.present.reserve(room);
    }
    return &piece;
}

void CsvColumns::append(Column::Piece &piece, Part &part, const CsvCells &cells, const CsvRows &rows,
                        const std::vector<StrId> &ids)
{
    if (part.column.type == ColumnType::Real) {
        auto &to = std::get<std::vector<double>>(piece.values);
        to.insert(to.end(), cells.reals.begin(), cells.reals.begin() + rows.rows);
    } else if (part.column.type != ColumnType::Text) {
        auto &to = std::get<std::vector<qint64>>(piece.values);
        to.insert(to.end(), cells.integers.begin(), cells.integers.begin() + rows.rows);
    } else {
        auto &to = std::get<std::vector<StrId>>(piece.values);
        std::vector<StrId> own(part.known ? 0 : rows.unknown.size());
        for (qint64 row = 0; row < rows.rows && !part.known; ++row) {
            const StrId id = cells.text[static_cast<size_t>(row)];
            if (id != NoText && own[raw(id)] == NoText)
                own[raw(id)] = part.texts.intern(rows.unknown.view(id));
        }
        const StrId *const names = part.known ? ids.data() : own.data();
        to.resize(to.size() + static_cast<size_t>(rows.rows));
        std::transform(cells.text.begin(), cells.text.begin() + rows.rows, to.end() - rows.rows,
                       [names](StrId id) { return names[raw(id)]; });
    }
    const size_t before = piece.present.size();
    piece.present.insert(piece.present.end(), static_cast<size_t>(rows.rows), true);
    for (const auto *const missing : {&cells.empty, &cells.wrong}) {
        for (const qint64 row : *missing)
            piece.present[before + static_cast<size_t>(row)] = false;
    }
}

/// A column without a known name is of numbers when each of its cells is one.
void CsvColumns::settle(Part &part, int index)
{
    constexpr double most = 1e18; // of columns of which not even the unit is known: addresses, hashes
    bool integers = true;
    bool reals = true;
    std::vector<qint64> whole(part.texts.size());
    std::vector<double> real(part.texts.size());
    for (quint32 i = 1; i < part.texts.size() && reals; ++i) {
        const std::string_view t = part.texts.view(StrId{i});
        const auto r = realCell(t);
        const auto w = integers ? integerCell(t) : std::nullopt;
        reals = isPlainNumberCell(t) && r;
        integers = reals && w;
        real[i] = r.value_or(0);
        whole[i] = w.value_or(0);
    }
    if (part.texts.size() == 1 || !reals) {
        const std::vector<StrId> ids = m_strings->internAll(part.texts);
        for (Column::Piece &piece : part.column.pieces) {
            for (StrId &id : std::get<std::vector<StrId>>(piece.values))
                id = ids[raw(id)];
        }
        return;
    }
    part.column.type = integers ? ColumnType::Integer : ColumnType::Real;
    for (Column::Piece &piece : part.column.pieces) {
        const auto text = std::get<std::vector<StrId>>(std::move(piece.values));
        if (integers)
            piece.values = std::vector<qint64>(text.size());
        else
            piece.values = std::vector<double>(text.size());
        for (size_t row = 0; row < text.size(); ++row) {
            const quint32 id = raw(text[row]);
            if (integers) {
                std::get<std::vector<qint64>>(piece.values)[row] = whole[id];
            } else if (std::abs(real[id]) <= most) {
                std::get<std::vector<double>>(piece.values)[row] = real[id];
            } else {
                piece.present[row] = false;
                m_impossible.emplace_back(piece.firstRow + static_cast<int>(row), index);
            }
        }
    }
}

std::shared_ptr<const Table> CsvColumns::makeTable(const QString &source)
{
    auto table = std::make_shared<Table>(m_strings);
    table->source = source;
    for (const auto &p : m_parts) {
        if (!p->known) {
            // The column stands twice for a moment, and its texts beside their numbers.
            m_memory.hold(bytes() + 2 * textBytes() + m_rows * static_cast<qint64>(sizeof(qint64)));
            settle(*p, table->columnCount());
        }
        table->addColumn(std::move(p->column));
        p->texts = StringPool();
    }
    table->setRows(m_rows);
    std::ranges::sort(m_impossible);
    m_memory.resize(table->bytes());
    table->hold(std::move(m_memory));
    return table;
}

} // namespace rs
