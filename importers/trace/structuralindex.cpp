// SPDX-License-Identifier: Apache-2.0
#include "importers/trace/structuralindex.h"

#include "importers/files/jsontext.h"

#include <simdjson.h>

#include <algorithm>
#include <new>

namespace rs {

namespace {

// The index looks for control characters in strings only, where most of them are. No branch inside a block, so that the
// compiler takes many bytes at once; of the blanks below ' ', writers put none but line ends between their tokens.
bool hasControlOutside(const char *text, size_t size)
{
    const auto isControl = [](char c) { return static_cast<unsigned char>(c) < ' ' && !isBlank(c); };
    constexpr size_t block = 1024;
    size_t i = 0;
    for (; i + block <= size; i += block) {
        unsigned char least = 0xff;
        for (size_t k = 0; k < block; ++k) {
            const auto c = static_cast<unsigned char>(text[i + k]);
            const auto lineEnd = static_cast<unsigned char>(-static_cast<int>(c == '\n'));
            least = std::min(least, static_cast<unsigned char>(c | lineEnd));
        }
        if (least < ' ' && std::any_of(text + i, text + i + block, isControl))
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
