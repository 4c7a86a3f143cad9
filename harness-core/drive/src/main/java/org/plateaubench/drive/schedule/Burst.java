// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.schedule;

/**
 * Bursts at equal distances, each at the start of its period.
 *
 * @param lengthNanos length of the piece
 * @param base level between bursts
 * @param peak level in a burst, above the base
 * @param everyNanos from burst to burst
 * @param burstNanos length of a burst
 */
record Burst(long lengthNanos, double base, double peak, long everyNanos, long burstNanos) implements Periodic {
    @Override
    public double levelAt(long nanos) {
        return nanos % everyNanos < burstNanos ? peak : base;
    }

    private double areaInPeriod(long nanos) {
        return (base * nanos + (peak - base) * Math.min(nanos, burstNanos)) / SECOND;
    }

    @Override
    public double areaUntil(long nanos) {
        long periods = nanos / everyNanos;
        return periods * areaInPeriod(everyNanos) + areaInPeriod(nanos % everyNanos);
    }

    @Override
    public double instantOf(double area) {
        double ofPeriod = areaInPeriod(everyNanos);
        double periods = Math.floor(area / ofPeriod);
        double rest = Math.max(0, area - periods * ofPeriod) * SECOND;
        double inBurst = peak * burstNanos;
        double offset = rest <= inBurst || base == 0
                ? Math.min(rest / peak, (double) burstNanos)
                : Math.min(burstNanos + (rest - inBurst) / base, (double) everyNanos);
        return periods * everyNanos + offset;
    }

    @Override
    public long aboveFrom(double bound) {
        return 0;
    }

    @Override
    public long aboveNanos(double bound) {
        if (base > bound) {
            return everyNanos;
        }
        return peak > bound ? burstNanos : 0;
    }
}
