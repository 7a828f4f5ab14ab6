// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/tracechunk.h"
#include "importers/files/fasttext.h"
#include "importers/trace/structuralindex.h"
#include "importers/trace/traceissues.h"

#include <array>
#include <deque>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rs {

/// Turns the events of Chrome trace text into rows of a TraceChunk (formats.md 2.2 to 2.5). One per thread, used again
/// for stretch after stretch; its scratch columns keep their memory.
class EventDecoder
{
public:
    enum class Stop {
        End,      ///< everything was read
        ArrayEnd, ///< the `]` of the list of events was reached
        Broken,   ///< text at `at` is not an event
    };
    struct Result
    {
        Stop stop = Stop::End;
        size_t at = 0; ///< position behind what was read, or of what is broken
    };
    /// Place of the text in the file. `length` above 0: the one event of the text has that place and length there,
    /// because the text is a repaired copy.
    struct Place
    {
        quint64 offset = 0;
        quint32 length = 0;
    };

    /// Asked about events of more than `bytes`: whether text[from, to) is to be one.
    struct LongEvent
    {
        qint64 bytes = 0;
        std::function<bool(size_t from, size_t to)> isOne;
    };

    EventDecoder();

    void setFile(quint8 file) { m_file = file; }
    /// `index` must be that of text[0, size). `comma` says whether an event may come next; updated. An event that
    /// `longEvent` does not take for one is broken; null: every one that parses is one.
    Result decode(const char *text, size_t size, const StructuralIndex &index, Place place, bool &comma,
                  const LongEvent *longEvent);
    /// Makes room for the events of that much text; memory is taken only for those that come.
    void expect(qint64 textBytes) { m_chunk.reserve(textBytes); }
    /// Events decoded since the last take().
    [[nodiscard]] TraceChunk take();
    [[nodiscard]] bool isEmpty() const { return m_chunk.isEmpty(); }
    TraceIssues issues;

private:
    struct Token
    {
        const char *p = nullptr;
        quint32 n = 0;
        [[nodiscard]] bool isSet() const { return p != nullptr; }
        [[nodiscard]] bool isString() const { return n >= 2 && p[0] == '"' && p[n - 1] == '"'; }
        /// Without the quotes, escapes untouched.
        [[nodiscard]] std::string_view raw() const
        {
            return isString() ? std::string_view(p + 1, n - 2) : std::string_view(p, n);
        }
    };
    struct Fields
    {
        Token ph, name, cat, pid, tid, ts, dur, id;
        bool bindsAround = false; ///< "bp": "e"
        size_t argsFirst = 0;     ///< position of the `{` of args among the structural positions; 0: no args
        size_t argsLast = 0;      ///< place of its `}`

        // Member by member: for the whole, compilers call a loop that costs more than it clears.
        void clear()
        {
            for (Token *const t : {&ph, &name, &cat, &pid, &tid, &ts, &dur, &id}) {
                t->p = nullptr;
                t->n = 0;
            }
            bindsAround = false;
            argsFirst = 0;
        }
    };
    struct Source
    {
        quint64 at = 0; ///< as TraceChunk::packSource
        quint32 length = 0;
        qint64 byte = 0;
    };

    struct LaneSlot
    {
        ShortText process;
        ShortText thread;
        size_t bytes = 0; ///< length of both texts: short texts that end in NUL equal those without
        quint32 lane = 0;
        bool used = false;
    };
    struct TextSlot
    {
        std::string_view raw;
        quint64 hash = 0; ///< 0: free
        StrId id{};
    };
    struct SeriesSlot
    {
        StrId pid{};
        StrId name{};
        StrId series{};
        quint32 index = 0;
        bool used = false;
    };

    void event(const Fields &f, const Source &source);
    void slice(const Fields &f, const Source &source, bool instant);
    void flow(const Fields &f, const Source &source, TraceChunk::FlowPhase phase);
    void counter(const Fields &f, const Source &source);
    void meta(const Fields &f, const Source &source);
    void edge(const Fields &f, const Source &source, bool begin);
    void asyncEdge(const Fields &f, const Source &source, bool begin);
    void asyncMark(const Fields &f, const Source &source);
    [[nodiscard]] quint32 asyncLane(const Fields &f);
    [[nodiscard]] quint32 detail(const Fields &f);
    /// Calls use(key, value) for each scalar of args; values that are objects or lists are passed over.
    template <typename Use>
    void eachArg(const Fields &f, Use use) const;

    /// A time; an issue when it is none.
    [[nodiscard]] bool stamp(const Token &t, const Source &source, qint64 &ns);
    /// The length of a slice; false, and an issue, where it cannot be.
    [[nodiscard]] bool duration(const Token &t, const Source &source, qint64 &ns);
    /// The same of a mark, which has none in the format; one that a writer gives it is kept.
    [[nodiscard]] bool markDuration(const Token &t, const Source &source, qint64 &ns);
    [[nodiscard]] StrId intern(const Token &t);
    /// Name of a slice. One that is not text is reported.
    [[nodiscard]] StrId sliceName(const Token &t, const Source &source);
    [[nodiscard]] StrId internRaw(std::string_view raw);
    [[nodiscard]] std::string_view plain(const Token &t, std::string &buffer) const;
    [[nodiscard]] quint32 lane(const Token &pid, const Token &tid);
    /// The lane of a mark, which may be one of the whole run.
    [[nodiscard]] quint32 markLane(const Token &pid, const Token &tid);
    /// Whether it can name a process or a thread; told where not.
    bool isLaneId(const Token &t, const char *key);
    [[nodiscard]] quint32 series(const Token &pid, std::string_view name, std::string_view seriesName);
    /// A lane that no thread_name event will name.
    void nameLane(quint32 lane, StrId pid, std::string_view tid, std::string_view name);
    void growTexts();

    quint8 m_file = 0;
    qint64 m_byte = 0; ///< place of the event in work, for findings
    const char *m_text = nullptr;
    const quint32 *m_at = nullptr;

    TraceChunk m_chunk;
    // Raw spellings of this stretch, so that only the first of many equal names is unescaped and copied.
    std::vector<TextSlot> m_textSlots;
    std::deque<std::string> m_rawTexts; // those that differ from their text
    size_t m_textCount = 0;
    std::set<quint32> m_namedLanes; ///< lanes whose names the chunk has
    std::array<LaneSlot, 64> m_laneSlots;
    std::array<SeriesSlot, 512> m_seriesSlots;
};

} // namespace rs
