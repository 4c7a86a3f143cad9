// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Who an agent is, published every few seconds.
 *
 * @param agent its name
 * @param version version of Plateau
 * @param host name of its host
 * @param processId its process
 * @param run run that it serves, empty when none
 * @param labels labels that its administrator has given
 */
public record Presence(
        String agent, String version, String host, long processId, String run, Map<String, String> labels) {
    public Presence {
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }
}
