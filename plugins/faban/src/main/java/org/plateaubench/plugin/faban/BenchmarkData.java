// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.faban.definition.DriverDefinition;
import org.plateaubench.plugin.faban.run.BenchmarkHooks;
import org.plateaubench.plugin.faban.run.DriverSettings;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/** The hooks of a benchmark, which usually prepare its data. */
final class BenchmarkData implements DataSet {
    private final DriverSettings settings;
    private final BenchmarkHooks hooks;

    BenchmarkData(DriverSettings settings, BenchmarkHooks hooks) {
        this.settings = settings;
        this.hooks = hooks;
    }

    @Override
    public List<Finding> preflight(DataPolicy policy) {
        DriverDefinition driver = settings.driver();
        int scale = settings.scale();
        int users = settings.users();
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.note("Driver " + driver.name() + " of " + driver.benchmark() + " ("
                + driver.type().getName() + ") is driven by Plateau, not by Faban."));
        driver.notes().forEach(note -> findings.add(Finding.note(note)));
        if (users != driver.users(scale)) {
            findings.add(
                    Finding.note("Scale " + scale + " would be " + driver.users(scale) + " users by threadPerScale "
                            + driver.threadPerScale() + ", and the run file gives " + users + "."));
        }
        try {
            hooks.validate();
        } catch (Exception e) {
            findings.add(Finding.problem(
                    "A hook @Validate of the benchmark refuses this run: " + e + ".", "Correct what it names."));
        }
        return findings;
    }

    @Override
    public void prepare(DataPolicy policy, Progress progress) throws Exception {
        hooks.prepare();
    }

    @Override
    public List<Reconciliation> reconcile(SentTotals sent) throws Exception {
        hooks.afterRun();
        return List.of();
    }
}
