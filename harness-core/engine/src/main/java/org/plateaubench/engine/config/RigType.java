// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.key.Keys;
import org.plateaubench.engine.config.key.MappingTypes;
import org.plateaubench.engine.config.key.ScalarTypes;
import org.plateaubench.engine.config.key.ValueType;

/** {@code { agents: 2 }}. Agents of other hosts are no part of a run file: who starts the run names them. */
final class RigType {
    private static final int MOST = 64;

    private static final Key<Integer> AGENTS = Key.of(
                    "agents", ScalarTypes.count(MOST), "How many processes of this host drive the load.")
            .required("how many agents")
            .anyClass("the audits hold for each agent");

    static final ValueType<RigSpec> ANY =
            MappingTypes.of(Keys.of(AGENTS), (given, section) -> new RigSpec(given.get(AGENTS)));

    private RigType() {}
}
