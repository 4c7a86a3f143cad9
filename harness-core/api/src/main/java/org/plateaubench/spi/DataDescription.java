// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.util.List;
import java.util.Map;

/**
 * Describes the data of a workload, for the comparison of runs. Must not contain secrets.
 *
 * @param servers identities of the servers that hold the data: equal for the same server, by whatever name it is reached
 * @param facts size, schema and settings by name; a size, whose value is a whole number that need not be equal, such as
 *     a number of rows, has a name with the prefix {@value #SIZE}
 * @param doubts why figures may be better than in production, such as settings that give up durability; clauses
 */
public record DataDescription(List<String> servers, Map<String, String> facts, List<String> doubts) {
    /** Prefix of the names of sizes, which are compared within a hundredth. */
    public static final String SIZE = "size.";

    /** The description of unknown data. */
    public static final DataDescription NONE = new DataDescription(List.of(), Map.of(), List.of());
}
