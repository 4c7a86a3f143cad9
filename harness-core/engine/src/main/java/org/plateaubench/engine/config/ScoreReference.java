// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/** A reference: the rates of one tile on a known system, to which scores are normalised. Immutable. */
public record ScoreReference(
        String name,
        Weights weights,
        List<Run> runs,
        Map<String, TileWorkload> application,
        @JsonInclude(Include.NON_EMPTY) Map<String, InfrastructureWorkload> infrastructure,
        String digest) {
    public static final String SCHEMA = "plateau.reference/1";

    /** The weights of the groups, each above 0; without infrastructure, only the application determines the score. */
    public record Weights(double application, double infrastructure) {
        public static final Weights PUBLISHED = new Weights(0.8, 0.2);
    }

    /**
     * A run from which a reference was made.
     *
     * @param result SHA-256 of its {@code result.json}
     */
    public record Run(
            String run,
            String plan,
            @JsonProperty("class") String runClass,
            String result,
            String started,
            List<String> hosts,
            List<String> plugins) {}

    /** A workload of a tile; {@code rate} is its headline figure in one tile, above 0. */
    public record TileWorkload(String version, double rate, String unit, Map<String, String> definition) {}

    /**
     * A workload of the infrastructure.
     *
     * @param ratesPerHour successes per hour of all tiles together, by operation, each above 0
     */
    public record InfrastructureWorkload(
            String version, Map<String, Double> ratesPerHour, Map<String, String> definition) {}
}
