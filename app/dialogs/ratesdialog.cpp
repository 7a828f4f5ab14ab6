// SPDX-License-Identifier: Apache-2.0
#include "app/dialogs/ratesdialog.h"

namespace rs {

namespace {

std::vector<double> rateNumbers(ReferenceRates rates)
{
    std::vector<double> out;
    for (const RateField &f : rateFields())
        out.push_back(f.of(rates));
    return out;
}

std::vector<NumberField> rateInputs()
{
    const std::vector<double> usual = rateNumbers({});
    std::vector<NumberField> out;
    for (const RateField &f : rateFields()) {
        const bool optional = f.least == 0;
        out.push_back({QString::fromLatin1(f.key), QString::fromLatin1(f.transport), QStringLiteral(" GB/s"), 2,
                       f.least, f.most, 1, usual[out.size()], optional ? RatesDialog::tr("none") : QString()});
    }
    return out;
}

} // namespace

RatesDialog::RatesDialog(const ReferenceRates &rates, QWidget *parent)
    : NumbersDialog(
          rateInputs(), rateNumbers(rates),
          tr("What each transport reaches one way on this hardware. Bandwidth and its advice, and what all links of "
             "a type reach, are held against it in this window and in what it exports; rankscope-cli keeps to the "
             "defaults unless --rate is given. A transport without a rate is not held against one."),
          parent)
{
    setObjectName(QStringLiteral("ratesDialog"));
    setWindowTitle(tr("Reference Rates of Transports"));
}

ReferenceRates RatesDialog::rates() const
{
    ReferenceRates out;
    const std::vector<double> of = values();
    for (size_t i = 0; i < of.size(); ++i)
        rateFields()[i].of(out) = of[i];
    return out;
}

} // namespace rs

#include "moc_ratesdialog.cpp"
