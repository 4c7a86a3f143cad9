// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.util.List;
import java.util.Map;

/**
 * What is to be known of a workload's data when figures of runs are compared. Must not contain secrets.
 *
 * @param servers identities of the servers that hold the data: equal for the same server, by whatever name it is reached
 * @param facts size, schema and settings by name; a name of which the values are whole numbers and need not be equal,
 *     such as a number of rows, begins with {@value #SIZE}
 * @param doubts why figures may be better than they would be in use, such as settings that give up durability; clauses
 */
public record DataDescription(List<String> servers, Map<String, String> facts, List<String> doubts) {
    /** The beginning of the names of sizes, which are compared within a hundredth. */
    public static final String SIZE = "size.";

    /** The description of data of which nothing is known. */
    public static final DataDescription NONE = new DataDescription(List.of(), Map.of(), List.of());
}
