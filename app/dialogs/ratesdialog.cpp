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
        const QString key = QString::fromLatin1(f.key);
        const QString title = key == u"memory"      ? RatesDialog::tr("Memory of a device")
                              : key == u"bandwidth" ? RatesDialog::tr("Bandwidth of its memory")
                              : key == u"peak"      ? RatesDialog::tr("Peak of a device")
                                                    : QString::fromLatin1(f.name);
        out.push_back({key, title, u' ' + QString::fromLatin1(f.unit), 2, f.least, f.most, 1, usual[out.size()],
                       optional ? RatesDialog::tr("none") : QString()});
    }
    return out;
}

} // namespace

RatesDialog::RatesDialog(const ReferenceRates &rates, QWidget *parent)
    : NumbersDialog(
          rateInputs(), rateNumbers(rates),
          tr("What each transport reaches one way on this hardware. This window and its exports compare bandwidth, "
             "its advice and the links of a type with it; rankscope-cli uses the defaults unless --rate is given. "
             "A transport without a rate is not compared. The peak of a device and the bandwidth of its memory are "
             "those of MFU and the roofline; where no file says what a device has, its memory and peak are the scale "
             "of the heat maps of devices."),
          parent)
{
    setObjectName(QStringLiteral("ratesDialog"));
    setWindowTitle(tr("Reference Values of the Hardware"));
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
