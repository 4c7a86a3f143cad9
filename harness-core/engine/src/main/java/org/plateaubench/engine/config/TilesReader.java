// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.ConfigNode.Mapping;

/** Reads {@code tiles: 4} and {@code tiles: { count: 4, start: staggered, every: 10s }}. */
final class TilesReader {
    static final int MOST = 1_000;

    private static final String PATH = "tiles";

    private TilesReader() {}

    static TilesSpec read(@Nullable ConfigNode node, Problems problems) {
        ScalarReader scalars = new ScalarReader(problems);
        if (!(node instanceof Mapping)) {
            return node == null ? TilesSpec.ONE : new TilesSpec(scalars.count(node, PATH, MOST), null);
        }
        Section section = Section.of(PATH, node, problems);
        Integer count = scalars.count(section.need("count", "how many tiles"), section.path("count"), MOST);
        TilesSpec.Start start = scalars.choice(section.take("start"), section.path("start"), TilesSpec.Start.class);
        Duration every = scalars.durationAboveZero(section.take("every"), section.path("every"));
        if (start == TilesSpec.Start.STAGGERED && !section.has("every")) {
            section.problem("needs every: how long after the tile before it a tile starts, such as 10s");
        }
        if (start != TilesSpec.Start.STAGGERED && section.has("every")) {
            section.keyProblem("every", "belongs to start: staggered; aligned tiles start together");
        }
        section.end();
        return new TilesSpec(count, every);
    }
}
