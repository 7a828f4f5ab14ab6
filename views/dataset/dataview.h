// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/pagehost.h"

namespace rs {

class PipelinePage;

/// Data supply of the current rank: the graph of its data pipeline, and below it the tables of its operators, advice,
/// queues and times, of the operations of the data set, and of the AI CPU.
class DataView final : public PageHost
{
    Q_OBJECT
public:
    explicit DataView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Data"); }

    [[nodiscard]] PipelinePage *pipeline() const { return m_pipeline; }

private:
    PipelinePage *m_pipeline;
};

} // namespace rs
