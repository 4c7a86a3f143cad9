// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.config.TilesSpec;

/**
 * The delay of the bursts of a tile relative to the first tile.
 *
 * @param tile number of the tile, from 1
 * @param tiles number of tiles, at least {@code tile}
 */
record BurstOffset(int tile, int tiles) {
    /** The maximum number of bursts of a step that can be offset, which bounds the size of the plan. */
    static final long MAX_BURSTS = 5_000;

    static BurstOffset of(TilesSpec spec, int tile, int tiles) {
        return spec.bursts() == TilesSpec.Bursts.OFFSET ? new BurstOffset(tile, tiles) : new BurstOffset(1, 1);
    }

    boolean isBeyondBounds(LoadStep step) {
        return tile > 1
                && step instanceof LoadStep.Bursts bursts
                && bursts.length().dividedBy(bursts.every()) > MAX_BURSTS;
    }

    List<LoadStep> shift(List<LoadStep> steps) {
        return tile == 1 ? steps : steps.stream().map(this::shifted).toList();
    }

    private LoadStep shifted(LoadStep step) {
        if (!(step instanceof LoadStep.Bursts bursts)) {
            return step;
        }
        long every = bursts.every().toNanos();
        long burst = bursts.burst().toNanos();
        long shift = every / tiles * (tile - 1);
        List<LoadStep.Point> points = new ArrayList<>();
        // The burst before the first one may extend into the step.
        boolean beginsInBurst = shift + burst > every;
        points.add(new LoadStep.Point(Duration.ZERO, beginsInBurst ? bursts.peak() : bursts.base()));
        if (beginsInBurst) {
            points.add(new LoadStep.Point(Duration.ofNanos(shift + burst - every), bursts.base()));
        }
        for (long start = shift; start < bursts.length().toNanos(); start += every) {
            points.add(new LoadStep.Point(Duration.ofNanos(start), bursts.peak()));
            points.add(new LoadStep.Point(Duration.ofNanos(start + burst), bursts.base()));
        }
        return new LoadStep.Replay(bursts.length(), points, "");
    }
}
