// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.CheckReport;
import org.plateaubench.testkit.CheckRule;
import org.plateaubench.testkit.DefinitionCheck;
import org.plateaubench.testkit.WorkloadCheck;

/** One workload of a plugin, checked on its SUT. Not thread-safe. */
final class CheckedWorkload<P extends Record> {
    private static final long DATA_SEED = 42;

    private final Workload<P> workload;
    private final CheckOptions options;
    private final CheckedServices services;
    private final CheckReport report;
    private final GuardedSteps steps;
    private final String subject;

    CheckedWorkload(
            Workload<P> workload,
            CheckOptions options,
            CheckedServices services,
            CheckReport report,
            GuardedSteps steps) {
        this.workload = workload;
        this.options = options;
        this.services = services;
        this.report = report;
        this.steps = steps;
        this.subject = "workload " + workload.name();
    }

    void check() throws InterruptedException {
        P parameters = services.bound(subject, workload.parametersType(), options.parameters(), "--set");
        if (parameters == null || !isDefined(parameters)) {
            return;
        }
        Optional<SutServiceType<?>> type = services.ofWorkloads();
        if (type.isEmpty()) {
            if (workload.needsSut()) {
                report.notChecked(
                        CheckRule.RUN,
                        subject,
                        "it needs a SUT: name a service of an installed plugin with" + " --sut SERVICE.");
            } else {
                drive(parameters, null);
            }
            return;
        }
        SutService service = services.forWorkload(type.get(), workload.name());
        if (service == null) {
            return;
        }
        try {
            SutAddress address = started(service, type.get().name());
            if (address != null) {
                drive(parameters, address);
            }
        } finally {
            steps.run(CheckRule.SERVICE, "SUT of " + subject, service::close);
        }
    }

    private boolean isDefined(P parameters) throws InterruptedException {
        return steps.ask(CheckRule.DEFINITION, subject, () -> {
                    DefinitionCheck.check(workload, parameters, report);
                    return true;
                })
                .isPresent();
    }

    private @Nullable SutAddress started(SutService service, String name) throws InterruptedException {
        return steps.take(CheckRule.SERVICE, "SUT of " + subject, () -> {
                    try {
                        report.doing("starting " + name + " for " + subject);
                        service.fetch(Progress.SILENT);
                        return Optional.of(service.start(Progress.SILENT));
                    } catch (SutException e) {
                        report.notChecked(CheckRule.RUN, subject, name + " does not start here: " + e.getMessage());
                        return Optional.<SutAddress>empty();
                    }
                })
                .flatMap(address -> address)
                .orElse(null);
    }

    private void drive(P parameters, @Nullable SutAddress address) throws InterruptedException {
        WorkloadCheck.Conditions conditions = new WorkloadCheck.Conditions(
                address,
                DATA_SEED,
                Optional.empty(),
                options.foreign(),
                true,
                options.operations(),
                options.longestRun(),
                Optional.empty());
        WorkloadCheck<P> check = steps.ask(
                        CheckRule.DATA, subject, () -> new WorkloadCheck<>(workload, parameters, conditions, report))
                .orElse(null);
        if (check == null) {
            return;
        }
        try {
            check.check(steps);
        } finally {
            steps.run(CheckRule.DATA, subject, check::close);
        }
    }
}
