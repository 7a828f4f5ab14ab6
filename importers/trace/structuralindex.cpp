// SPDX-License-Identifier: Apache-2.0
#include "importers/trace/structuralindex.h"

#include "importers/files/fasttext.h"
#include "importers/files/jsontext.h"

#include <simdjson.h>

#include <algorithm>
#include <new>

namespace rs {

namespace {

// The index looks for control characters in strings only, where most of them are.
bool hasControlOutside(const char *text, size_t size)
{
    constexpr size_t word = sizeof(quint64);
    constexpr quint64 ones = 0x0101010101010101ULL;
    const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 0x20 && !isBlank(c); };
    const auto isAnyBelow = [](quint64 w) { return (w - 0x20 * ones) & ~w & 0x80 * ones; };
    const auto isControlWord = [&](const char *p) {
        return isAnyBelow(eightBytes(p)) != 0 && std::any_of(p, p + word, isControl);
    };
    size_t i = 0;
    for (; i + 4 * word <= size; i += 4 * word) {
        const char *const p = text + i;
        const quint64 any = isAnyBelow(eightBytes(p)) | isAnyBelow(eightBytes(p + word)) |
                            isAnyBelow(eightBytes(p + 2 * word)) | isAnyBelow(eightBytes(p + 3 * word));
        if (any != 0 &&
            (isControlWord(p) || isControlWord(p + word) || isControlWord(p + 2 * word) || isControlWord(p + 3 * word)))
            return true;
    }
    return std::any_of(text + i, text + size, isControl);
}

} // namespace

static_assert(StructuralIndex::padding >= simdjson::SIMDJSON_PADDING);

struct StructuralIndex::Impl
{
    std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;
};

StructuralIndex::StructuralIndex() : m(std::make_unique<Impl>()) {}
StructuralIndex::~StructuralIndex() = default;
StructuralIndex::StructuralIndex(StructuralIndex &&) noexcept = default;
StructuralIndex &StructuralIndex::operator=(StructuralIndex &&) noexcept = default;

StructuralIndex::Status StructuralIndex::build(const char *text, size_t size)
{
    if (!m->parser || m->parser->capacity() <= size) {
        const size_t capacity = std::max<size_t>(size + 1, 4096);
        simdjson::error_code error = simdjson::SUCCESS;
        if (m->parser)
            error = m->parser->allocate(capacity, 1);
        else
            error = simdjson::get_active_implementation()->create_dom_parser_implementation(capacity, 1, m->parser);
        if (error != simdjson::SUCCESS) {
            m->parser.reset();
            // Else events would be called broken that only found no memory.
            if (error == simdjson::MEMALLOC)
                throw std::bad_alloc();
            return Status::TooLarge;
        }
    }
    switch (m->parser->stage1(reinterpret_cast<const uint8_t *>(text), size, simdjson::stage1_mode::regular)) {
    case simdjson::SUCCESS:
        return hasControlOutside(text, size) ? Status::ControlCharacter : Status::Ok;
    case simdjson::EMPTY:
        return Status::Empty;
    case simdjson::UNESCAPED_CHARS:
        return Status::ControlCharacter;
    case simdjson::UTF8_ERROR:
        return Status::InvalidUtf8;
    case simdjson::CAPACITY:
        return Status::TooLarge;
    default:
        return Status::UnclosedString;
    }
}

const quint32 *StructuralIndex::positions() const
{
    return m->parser->structural_indexes.get();
}

size_t StructuralIndex::size() const
{
    return m->parser->n_structural_indexes;
}

} // namespace rs
