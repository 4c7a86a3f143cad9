// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.plugin.mail.data.MailDataSet;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.MailOperation;
import org.plateaubench.plugin.mail.model.MailParameters;
import org.plateaubench.plugin.mail.model.MailParameters.Mode;
import org.plateaubench.plugin.mail.model.UserDay;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Users of a mail server: they write, read, file, search, keep a calendar and contacts, and wait for new mail. */
final class MailWorkload implements Workload<MailParameters> {
    static final String NAME = "mail";

    private static final int SECONDS_PER_MINUTE = 60;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Users of a mail server: write, read, file and search mail, keep a calendar and contacts.";
    }

    @Override
    public Class<MailParameters> parametersType() {
        return MailParameters.class;
    }

    @Override
    public boolean needsSut() {
        return true;
    }

    @Override
    public WorkloadDefinition define(MailParameters parameters) {
        UserDay day = parameters.day();
        boolean paced = parameters.mode() == Mode.PACED;
        List<MailOperation> operations = List.of(MailOperation.values());
        return WorkloadDefinition.builder()
                .operations(operations.stream()
                        .map(operation -> definition(operation, parameters))
                        .toList())
                .mix(day.mix())
                .pacing(paced ? day.paced() : UserDay.stress())
                .metric(new MetricDefinition(
                        "actionsPerMinute", "actions/min", MetricDefinition.ALL_OPERATIONS, SECONDS_PER_MINUTE))
                .measures(measures())
                .executions(Execution.PLATFORM, Execution.VIRTUAL)
                .checks(paced ? day.checks(parameters.fill()) : UserDay.checksOfStress(parameters.fill()))
                .backlogPerUser(paced ? UserDay.MAX_BACKLOG_PER_USER : null)
                .build();
    }

    private static OperationDefinition definition(MailOperation operation, MailParameters parameters) {
        return OperationDefinition.of(operation.title(), operation.description())
                .withTimeout(MailOperation.TIMEOUT)
                .withLimits(operation.limits())
                .verifying(operation.answers(parameters.fill()));
    }

    private static List<MeasureDefinition> measures() {
        List<MeasureDefinition> measures = new ArrayList<>();
        Arrays.stream(MailMeasure.values()).map(MailMeasure::definition).forEach(measures::add);
        measures.add(MeasureDefinition.series(
                        MailMeasure.DELIVERY, "From the answer to DATA to the push that announces the message.")
                .withLimits(MailMeasure.deliveryLimits()));
        return measures;
    }

    @Override
    public WorkloadSession open(WorkloadContext<MailParameters> context) {
        MailSession shared = MailSession.of(context);
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new MailDriver(shared, user);
            }

            @Override
            public void close() {
                shared.close();
            }
        };
    }

    @Override
    public DataSet dataSet(WorkloadContext<MailParameters> context) {
        MailParameters parameters = context.parameters();
        return new MailDataSet(context, parameters.scale(), parameters.loadConnections(), parameters.adopt());
    }
}
