// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.reference;

import java.util.List;
import java.util.Map;

/**
 * A reference: the rates of one tile on a known system, to which scores are normalised. Immutable.
 *
 * @param name its name
 * @param weights weights of the groups in a score
 * @param runs runs from which it was made
 * @param application the workloads of a tile by name
 * @param infrastructure workloads whose operations are scored once for all tiles, by name; often none
 * @param digest SHA-256 of its content, 64 lower-case hexadecimal digits
 */
public record ScoreReference(
        String name,
        Weights weights,
        List<Run> runs,
        Map<String, TileWorkload> application,
        Map<String, InfrastructureWorkload> infrastructure,
        String digest) {
    /** Name and version of the schema of the file. */
    public static final String SCHEMA = "plateau.reference/1";

    public ScoreReference {
        runs = List.copyOf(runs);
    }

    /**
     * The weights of the groups, each above 0; without infrastructure the score is that of the application.
     *
     * @param application weight of the tiles
     * @param infrastructure weight of the infrastructure
     */
    public record Weights(double application, double infrastructure) {
        public static final Weights PUBLISHED = new Weights(0.8, 0.2);
    }

    /**
     * A run from which a reference was made.
     *
     * @param run its id
     * @param plan id of its plan
     * @param runClass its class
     * @param result SHA-256 of its {@code result.json}
     * @param started when its first phase began
     * @param hosts its hosts, one line each
     * @param plugins version and digests of its plugins, one line each
     */
    public record Run(
            String run,
            String plan,
            String runClass,
            String result,
            String started,
            List<String> hosts,
            List<String> plugins) {
        public Run {
            hosts = List.copyOf(hosts);
            plugins = List.copyOf(plugins);
        }
    }

    /**
     * A workload of a tile.
     *
     * @param version version of its plugin
     * @param rate its headline figure in one tile, above 0
     * @param unit unit of the rate
     * @param definition what was run, values by key
     */
    public record TileWorkload(String version, double rate, String unit, Map<String, String> definition) {
        public TileWorkload {
            definition = Map.copyOf(definition);
        }
    }

    /**
     * A workload of the infrastructure.
     *
     * @param version version of its plugin
     * @param ratesPerHour successes per hour of all tiles together, by operation, each above 0
     * @param definition what was run, values by key
     */
    public record InfrastructureWorkload(
            String version, Map<String, Double> ratesPerHour, Map<String, String> definition) {
        public InfrastructureWorkload {
            definition = Map.copyOf(definition);
        }
    }
}
