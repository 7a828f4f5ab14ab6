// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/kernelflops.h"

#include "analysis/operators/flopsrecord.h"
#include "core/table/kernelcolumns.h"
#include "core/trace/taskkind.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <span>
#include <utility>

namespace rs {

namespace {

using Shape = std::vector<double>;

/// The dimensions of one tensor; empty where the text is none.
Shape dimensionsOf(std::string_view text)
{
    Shape out;
    constexpr size_t most = 8;
    while (!text.empty() && out.size() < most) {
        const size_t comma = text.find(',');
        const std::string_view part = text.substr(0, comma);
        qint64 value = 0;
        const auto [end, ec] = std::from_chars(part.data(), part.data() + part.size(), value);
        if (ec != std::errc() || end != part.data() + part.size() || value <= 0)
            return {};
        out.push_back(static_cast<double>(value));
        text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    }
    return out;
}

/// Parts between ';', empty ones as well.
std::vector<std::string_view> partsOf(std::string_view text)
{
    std::vector<std::string_view> out;
    while (!text.empty()) {
        const size_t end = text.find(';');
        std::string_view part = text.substr(0, end);
        while (!part.empty() && part.front() == ' ')
            part.remove_prefix(1);
        while (!part.empty() && part.back() == ' ')
            part.remove_suffix(1);
        out.push_back(part);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return out;
}

double elementsOf(const Shape &shape)
{
    double out = shape.empty() ? 0 : 1;
    for (const double d : shape)
        out *= d;
    return out;
}

struct Tensor
{
    Shape shape;
    std::string_view format{};
    [[nodiscard]] bool isPadded() const
    {
        return format.starts_with("FRACTAL") || format.find("C0") != std::string_view::npos;
    }
};

std::vector<Tensor> tensorsOf(std::string_view shapes, std::string_view formats)
{
    std::vector<Tensor> out;
    const auto names = partsOf(formats);
    for (const std::string_view shape : partsOf(shapes))
        out.push_back({dimensionsOf(shape), out.size() < names.size() ? names[out.size()] : std::string_view()});
    return out;
}

// N1, M1, M0, N0 of FRACTAL_NZ become M, N.
void unfoldNz(Tensor &tensor)
{
    Shape &s = tensor.shape;
    const size_t n = s.size();
    if (tensor.format != "FRACTAL_NZ" || n < 4)
        return;
    const double rows = s[n - 3] * s[n - 2];
    const double columns = s[n - 4] * s[n - 1];
    s.resize(n - 2);
    s[n - 4] = rows;
    s[n - 3] = columns;
}

std::optional<double> productOf(const Shape &a, const Shape &b, const Shape &out)
{
    if (a.size() < 2 || b.size() < 2 || out.size() < 2)
        return std::nullopt;
    const double m = out[out.size() - 2];
    const double n = out.back();
    const std::array ofA = {a[a.size() - 2], a.back()};
    const std::array ofB = {b[b.size() - 2], b.back()};
    // a is M × K or K × M, b is K × N or N × K.
    double k = 0;
    if (ofA[0] == m && (ofB == std::array{ofA[1], n} || ofB == std::array{n, ofA[1]}))
        k = ofA[1];
    else if (ofA[1] == m && (ofB == std::array{ofA[0], n} || ofB == std::array{n, ofA[0]}))
        k = ofA[0];
    if (k <= 0)
        return std::nullopt;
    const double operations = 2 * k * elementsOf(out);
    return std::isfinite(operations) ? std::optional(operations) : std::nullopt;
}

std::optional<KernelFlops> flopsOfProduct(std::vector<Tensor> in, std::vector<Tensor> out)
{
    if (in.size() < 2 || out.empty())
        return std::nullopt;
    const bool padded = in[0].format == "FRACTAL_NZ" || in[1].format == "FRACTAL_NZ" || out[0].format == "FRACTAL_NZ";
    for (Tensor *const t : {&in[0], &in[1], &out[0]})
        unfoldNz(*t);
    const auto operations = productOf(in[0].shape, in[1].shape, out[0].shape);
    if (!operations)
        return std::nullopt;
    return KernelFlops{*operations, padded ? FlopsSource::AtMost : FlopsSource::Shapes};
}

// One x of M × K for all experts, weights of E × K × N: rows that belong to no group count as well.
std::optional<KernelFlops> flopsOfGroups(const std::vector<Tensor> &in, const std::vector<Tensor> &out)
{
    if (in.size() < 2 || out.empty() || in[0].shape.size() != 2 || in[1].shape.size() != 3 || in[1].isPadded())
        return std::nullopt;
    const auto operations = productOf(in[0].shape, in[1].shape, out[0].shape);
    return operations ? std::optional(KernelFlops{*operations, FlopsSource::AtMost}) : std::nullopt;
}

// Places of the output of a convolution, without its channels.
std::optional<double> outputPlacesOf(const Tensor &t)
{
    static constexpr std::pair<std::string_view, std::string_view> kept[] = {
        {"NCHW", "1011"},   {"NHWC", "1110"},   {"NC1HWC0", "10110"},
        {"NCDHW", "10111"}, {"NDHWC", "11110"}, {"NDC1HWC0", "110110"},
    };
    for (const auto &[format, places] : kept) {
        if (t.format != format || t.shape.size() != places.size())
            continue;
        double out = 1;
        for (size_t i = 0; i < places.size(); ++i)
            out *= places[i] == '1' ? t.shape[i] : 1;
        return out;
    }
    return std::nullopt;
}

// Each place of the output meets every weight once, forwards and backwards alike.
std::optional<KernelFlops> flopsOfConvolution(std::string_view type, const std::vector<Tensor> &in,
                                              const std::vector<Tensor> &out)
{
    std::vector<const Tensor *> large; // neither sizes nor bias
    for (const Tensor &t : in) {
        if (t.shape.size() >= 4)
            large.push_back(&t);
    }
    if (large.size() < 2 || out.empty())
        return std::nullopt;
    const bool ofInput = type.find("BackpropInput") != std::string_view::npos;
    const bool ofFilter = type.find("BackpropFilter") != std::string_view::npos;
    const Tensor &weights = ofFilter ? out[0] : ofInput ? *large[0] : *large[1];
    const auto places = outputPlacesOf(ofFilter || ofInput ? *large[1] : out[0]);
    const double operations = 2 * places.value_or(0) * elementsOf(weights.shape);
    if (operations <= 0 || weights.shape.size() < 4 || !std::isfinite(operations))
        return std::nullopt;
    return KernelFlops{operations, weights.isPadded() ? FlopsSource::AtMost : FlopsSource::Shapes};
}

/// The length of key and value, by where batch and length stand in the query.
std::optional<double> keyLengthOf(const Shape &q, const Shape &k, double batch, double heads, double length)
{
    if (q.size() != k.size())
        return std::nullopt;
    std::vector<double> possible;
    if (q.size() == 4 && q[0] == batch) {
        if (q[1] == heads && q[2] == length) // BNSD
            possible.push_back(k[2]);
        if (q[1] == length && q[2] == heads) // BSND
            possible.push_back(k[1]);
    } else if (q.size() == 3) {
        if (q[0] == batch && q[1] == length && k[0] == batch) // BSH
            possible.push_back(k[1]);
        if (q[0] == length && q[1] == batch && k[1] == batch) // SBH
            possible.push_back(k[0]);
    }
    if (possible.empty() || possible.front() != possible.back())
        return std::nullopt;
    return possible.front();
}

// Sums of the softmax, [batch, heads, length, 8], tell what the layout of the query leaves open. Packed sequences (TND)
// have three dimensions there, and their lengths stand in no shape.
std::optional<KernelFlops> flopsOfAttention(bool isBackward, const std::vector<Tensor> &in,
                                            const std::vector<Tensor> &out, std::string_view inputTypes)
{
    if (in.size() < 3)
        return std::nullopt;
    const Shape &q = in[0].shape;
    const Shape &k = in[1].shape;
    const Shape &v = in[2].shape;
    const std::vector<Tensor> &where = isBackward ? in : out;
    const size_t first = isBackward ? 4 : 0;
    constexpr double lanes = 8;
    for (size_t i = first; i < where.size(); ++i) {
        const Shape &s = where[i].shape;
        if (s.size() != 4 || s[3] != lanes)
            continue;
        const double scores = s[0] * s[1] * s[2];
        const auto length = keyLengthOf(q, k, s[0], s[1], s[2]);
        const double width = elementsOf(q) / scores;
        if (!length || width < 1 || width != std::floor(width) || elementsOf(k) <= 0)
            continue;
        const double ofValue = width * elementsOf(v) / elementsOf(k);
        // Forwards Q·Kᵀ and P·V; backwards Q·Kᵀ once more, dP, dV, dQ and dK.
        const double widths = isBackward ? 3 * width + 2 * ofValue : width + ofValue;
        const double operations = 2 * scores * *length * widths;
        if (!std::isfinite(operations) || operations <= 0)
            return std::nullopt;
        const auto types = partsOf(inputTypes);
        const bool isMasked =
            std::ranges::any_of(types, [](std::string_view t) { return t == "BOOL" || t == "UINT8"; });
        return KernelFlops{operations, isMasked || types.empty() ? FlopsSource::AtMost : FlopsSource::Shapes};
    }
    return std::nullopt;
}

double bytesOfType(std::string_view type)
{
    static constexpr std::pair<std::string_view, double> sizes[] = {
        {"FLOAT", 4}, {"FLOAT32", 4}, {"FLOAT16", 2}, {"BF16", 2},     {"BFLOAT16", 2},      {"DOUBLE", 8},
        {"INT8", 1},  {"UINT8", 1},   {"INT16", 2},   {"UINT16", 2},   {"INT32", 4},         {"UINT32", 4},
        {"INT64", 8}, {"UINT64", 8},  {"BOOL", 1},    {"HIFLOAT8", 1}, {"FLOAT8_E4M3FN", 1}, {"FLOAT8_E5M2", 1},
    };
    if (type.starts_with("DT_"))
        type.remove_prefix(3);
    for (const auto &[name, bytes] : sizes) {
        if (name == type)
            return bytes;
    }
    return 0;
}

// Empty: an optional tensor that is not there, or a single number.
bool addBytes(std::string_view shapes, std::string_view types, double &sum)
{
    const auto names = partsOf(types);
    const auto all = partsOf(shapes);
    for (size_t i = 0; i < all.size(); ++i) {
        if (all[i].empty())
            continue;
        const double elements = elementsOf(dimensionsOf(all[i]));
        const double bytes = i < names.size() ? bytesOfType(names[i]) : 0;
        if (elements <= 0 || bytes <= 0)
            return false;
        sum += elements * bytes;
    }
    return true;
}

} // namespace

std::optional<double> productOperations(std::string_view inputShapes, std::string_view outputShapes)
{
    const auto in = tensorsOf(inputShapes, {});
    const auto out = tensorsOf(outputShapes, {});
    return in.size() < 2 || out.empty() ? std::nullopt : productOf(in[0].shape, in[1].shape, out[0].shape);
}

std::optional<KernelFlops> flopsOfShapes(const KernelTensors &kernel)
{
    const auto has = [type = kernel.type](std::string_view part) { return type.find(part) != std::string_view::npos; };
    const bool isAttention = has("FlashAttentionScore");
    const bool isProduct = has("MatMul") || has("BatchMatmul");
    const bool isConvolution = kernel.type.starts_with("Conv2D") || kernel.type.starts_with("Conv3D");
    if (!isAttention && !isProduct && !isConvolution && !has("GroupedMatmul"))
        return std::nullopt;
    auto in = tensorsOf(kernel.inputShapes, kernel.inputFormats);
    auto out = tensorsOf(kernel.outputShapes, kernel.outputFormats);
    if (isAttention)
        return flopsOfAttention(has("Grad"), in, out, kernel.inputTypes);
    if (isConvolution)
        return has("Transpose") ? std::nullopt : flopsOfConvolution(kernel.type, in, out);
    return isProduct ? flopsOfProduct(std::move(in), std::move(out)) : flopsOfGroups(in, out);
}

std::optional<double> bytesOfShapes(const KernelTensors &kernel)
{
    double sum = 0;
    if (!addBytes(kernel.inputShapes, kernel.inputTypes, sum) ||
        !addBytes(kernel.outputShapes, kernel.outputTypes, sum) || sum <= 0 || !std::isfinite(sum))
        return std::nullopt;
    return sum;
}

std::string_view dataTypeOf(std::string_view inputTypes)
{
    for (std::string_view type : partsOf(inputTypes)) {
        if (type.starts_with("DT_"))
            type.remove_prefix(3);
        static constexpr std::string_view others[] = {"INT32", "INT64", "UINT32",   "UINT64",
                                                      "UINT8", "BOOL",  "UNDEFINED"};
        if (!type.empty() && std::ranges::find(others, type) == std::end(others))
            return type;
    }
    return {};
}

size_t KernelOperations::KeyHash::operator()(const Key &key) const
{
    quint64 h = 0;
    for (const quint32 v : key)
        h = (h ^ v) * 0x9e3779b97f4a7c15ULL;
    return h ^ (h >> 29);
}

KernelOperations::KernelOperations(const RankData &rank, const JobContext &job) : m_kernels(*rank.kernels)
{
    for (const auto &[name, isCube] : {std::pair(u"aic_cube_fops", true), std::pair(u"aiv_vector_fops", false),
                                       std::pair(u"cube_fops", true), std::pair(u"vector_fops", false)}) {
        const int at = m_kernels.column(name);
        bool counts = false;
        for (int r = 0; at >= 0 && r < m_kernels.rows() && !counts; ++r)
            counts = m_kernels.has(r, at) && m_kernels.real(r, at) > 0;
        if (counts)
            m_counters.push_back({at, isCube});
    }
    const KernelColumns c(m_kernels);
    m_columns = {c.type, c.inputShapes, c.inputTypes, c.inputFormats, c.outputShapes, c.outputTypes, c.outputFormats};
    readRecorded(rank, job);
}

// A record is a range of mstx, called by the operations and the operator, around the call of the framework that
// launches the kernels. Several kernels of the cube in one range share its operations by their times.
void KernelOperations::readRecorded(const RankData &rank, const JobContext &job)
{
    if (!rank.trace)
        return;
    struct Record
    {
        qint64 startNs = 0;
        qint64 endNs = 0;
        double operations = 0;
        std::vector<int> rows{};
    };
    const Trace &trace = *rank.trace;
    const SliceStore &slices = trace.slices();
    JobPoll poll(job);
    std::map<StrId, std::vector<Record>> byThread;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (trace.processOf(LaneId{l}).kind != ProcessKind::MsTx)
            continue;
        for (const SliceId s : trace.slicesOf(LaneId{l})) {
            if (poll.isCanceled())
                return;
            const auto operations = recordedOperations(trace.strings().view(slices.name(s)));
            if (operations && slices.duration(s) > 0)
                byThread[trace.lane(LaneId{l}).tid].push_back({slices.start(s), slices.end(s), *operations});
        }
    }
    if (byThread.empty())
        return;
    for (auto &[thread, records] : byThread)
        std::ranges::stable_sort(records, {}, &Record::startNs);
    const KernelColumns columns(m_kernels);
    for (const Flow &flow : trace.flows().flows()) {
        if (poll.isCanceled())
            return;
        const int row = slices.kind(flow.from) == SliceKind::Framework ? rank.kernelRow(flow.to) : -1;
        const auto at = row < 0 ? byThread.end() : byThread.find(trace.lane(trace.laneOf(flow.from)).tid);
        if (at == byThread.end())
            continue;
        const std::string_view core = columns.core < 0 ? std::string_view() : m_kernels.textView(row, columns.core);
        if (core == "AI_VECTOR_CORE" || core == "AI_CPU" || core == "MIX_AIV")
            continue;
        const qint64 ns = slices.start(flow.from);
        auto record = std::ranges::upper_bound(at->second, ns, {}, &Record::startNs);
        if (record == at->second.begin() || (--record)->endNs < ns)
            continue;
        if (std::ranges::find(record->rows, row) == record->rows.end())
            record->rows.push_back(row);
    }
    for (const auto &[thread, records] : byThread) {
        for (const Record &record : records) {
            double ns = 0;
            const auto timeOf = [&](int row) {
                const bool known = columns.duration >= 0 && m_kernels.has(row, columns.duration);
                return known ? static_cast<double>(m_kernels.integer(row, columns.duration)) : 0.0;
            };
            for (const int row : record.rows)
                ns += timeOf(row);
            for (const int row : record.rows) {
                if (ns > 0)
                    m_recorded[row] = record.operations * timeOf(row) / ns;
            }
        }
    }
}

const KernelOperations::ByShapes &KernelOperations::byShapes(int row) const
{
    Key key{};
    for (size_t i = 0; i < key.size(); ++i)
        key[i] = m_columns[i] < 0 ? 0 : raw(m_kernels.textId(row, m_columns[i]));
    const auto [at, isNew] = m_known.try_emplace(key);
    if (isNew) {
        const auto text = [&](size_t i) {
            return m_columns[i] < 0 ? std::string_view() : displayShape(m_kernels.textView(row, m_columns[i]));
        };
        const KernelTensors kernel{text(0), text(1), text(2), text(3), text(4), text(5), text(6)};
        at->second = {flopsOfShapes(kernel), bytesOfShapes(kernel)};
    }
    return at->second;
}

std::optional<KernelFlops> KernelOperations::flops(int row) const
{
    if (const auto at = m_recorded.find(row); at != m_recorded.end())
        return KernelFlops{at->second, FlopsSource::Recorded};
    if (m_counters.empty())
        return byShapes(row).flops;
    KernelFlops out{0, FlopsSource::Counted, false};
    for (const Counter &c : m_counters) {
        const double counted = m_kernels.has(row, c.column) ? m_kernels.real(row, c.column) : 0;
        if (counted > 0) {
            out.operations += counted;
            out.isCube = out.isCube || c.isCube;
        }
    }
    return out.operations > 0 ? std::optional(out) : std::nullopt;
}

std::optional<double> KernelOperations::bytes(int row) const
{
    return byShapes(row).bytes;
}

std::string_view KernelOperations::dataType(int row) const
{
    constexpr size_t inputTypes = 2;
    const int column = m_columns[inputTypes];
    return column < 0 ? std::string_view() : dataTypeOf(displayShape(m_kernels.textView(row, column)));
}

} // namespace rs
