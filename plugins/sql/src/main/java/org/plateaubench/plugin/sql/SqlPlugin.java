// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.util.List;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.Workload;

/** Statements and transactions on databases, as a scenario describes them. */
public final class SqlPlugin implements Plugin {
    @Override
    public String id() {
        return "sql";
    }

    @Override
    public String description() {
        return "Statements and transactions on databases, as a scenario describes them.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(new SqlWorkload());
    }
}
