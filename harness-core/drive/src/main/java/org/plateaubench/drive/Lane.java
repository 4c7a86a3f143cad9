// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import org.plateaubench.api.Load;
import org.plateaubench.drive.schedule.LoadCurve;
import org.plateaubench.drive.schedule.Purpose;
import org.plateaubench.drive.schedule.SequenceKeys;
import org.plateaubench.drive.schedule.UnitCatalog;
import org.plateaubench.drive.spec.DriveSpec;

/**
 * One of the independent sequences of arrivals that make up an open load (measurement rules M6 and M14). Arrivals are
 * spaced in expected numbers, regular or exponential, and a curve converts those into instants. Confined to the lock of
 * its queue.
 */
final class Lane {
    private final SequenceKeys keys;
    private final UnitCatalog catalog;
    private final LoadCurve curve;
    private final Load.Open load;
    private long number = -1;
    private double expected;
    private int unit;
    private int mixCell;
    private long instantNanos;

    Lane(DriveSpec spec, Load.Open load, UnitCatalog catalog, LoadCurve curve, int lane) {
        this.keys = SequenceKeys.ofLane(spec, lane);
        this.catalog = catalog;
        this.curve = curve;
        this.load = load;
        advance();
    }

    /**
     * Moves to the next arrival. Regular arrivals of all lanes together are in the middle of equal cells, lane after
     * lane, so that no arrival falls on the edge of a phase by rounding. A Poisson lane has a share of the rate and
     * exponential gaps; lanes together are a Poisson process of the whole rate.
     */
    void advance() {
        number++;
        int previous = unit;
        unit = catalog.choose(keys, number, previous);
        mixCell = catalog.table().mixCell(number, previous, unit);
        expected = switch (load.arrival()) {
            case REGULAR -> (double) number * load.lanes() + keys.sequence() + 0.5;
            case POISSON -> expected - Math.log1p(-keys.uniform(number, Purpose.ARRIVAL, 0)) * load.lanes();
        };
        instantNanos = curve.instantOf(expected);
    }

    long instantNanos() {
        return instantNanos;
    }

    /** Number of the current arrival, from 0. */
    long number() {
        return number;
    }

    int unit() {
        return unit;
    }

    int mixCell() {
        return mixCell;
    }

    SequenceKeys keys() {
        return keys;
    }

    /** Order of arrivals: by time, and by lane at the same time. */
    boolean isBefore(Lane other) {
        return instantNanos != other.instantNanos
                ? instantNanos < other.instantNanos
                : keys.sequence() < other.keys.sequence();
    }
}
