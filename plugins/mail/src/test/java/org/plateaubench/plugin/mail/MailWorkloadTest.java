// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.content.Sizes;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.MailOperation;
import org.plateaubench.plugin.mail.model.MailParameters.Mode;
import org.plateaubench.plugin.mail.model.Scale;
import org.plateaubench.plugin.mail.model.Scale.Fill;
import org.plateaubench.plugin.mail.model.UserDay;
import org.plateaubench.plugin.mail.model.UserDay.Profile;

class MailWorkloadTest {
    private final MailWorkload workload = new MailWorkload();

    private static List<String> limits(WorkloadDefinition definition, MailOperation operation) {
        return definition.operations().get(List.of(MailOperation.values()).indexOf(operation)).limits().stream()
                .map(QosLimit::toString)
                .toList();
    }

    /** Without a limit, a server that shows no messages would be the fastest. */
    @Test
    void declinedOperationsAreLimited() {
        WorkloadDefinition definition = workload.define(TestParameters.defaults());
        for (MailOperation operation : List.of(
                MailOperation.READ,
                MailOperation.DELETE,
                MailOperation.MOVE,
                MailOperation.FLAG,
                MailOperation.CALENDAR_REPLY)) {
            assertThat(limits(definition, operation)).last().isEqualTo("declined < 1%");
        }
        assertThat(limits(definition, MailOperation.SEND)).hasSize(2);
    }

    @Test
    void deliveryTimesAndBacklogAreLimited() {
        WorkloadDefinition definition = workload.define(TestParameters.defaults());
        MeasureDefinition delivery = definition.measures().stream()
                .filter(measure -> measure.name().equals(MailMeasure.DELIVERY))
                .findFirst()
                .orElseThrow();
        assertThat(delivery.limits()).extracting(QosLimit::toString).containsExactly("p95 < 5000ms", "max < 60000ms");
        assertThat(definition.backlogPerUser()).isEqualTo(1.5);
        assertThat(definition.metric().perSeconds()).isEqualTo(60);
    }

    /** Stress mode has no schedule, so nothing can be late. */
    @Test
    void stressHasNoScheduleAndNoBacklog() {
        WorkloadDefinition definition =
                workload.define(new TestParameters().with(Mode.STRESS).build());
        assertThat(definition.pacing().kind()).isEqualTo(Pacing.Kind.THINK);
        assertThat(definition.pacing().gap().meanNanos()).isZero();
        assertThat(definition.backlogPerUser()).isNull();
        assertThat(definition.checks()).noneMatch(check -> check.name().equals("achieved"));
    }

    private static final Path PAGE = Path.of("..", "..", "docs", "plugins", "mail.md");

    private final UserDay heavy = new UserDay(Profile.HEAVY, 1, true);

    private static String page() throws Exception {
        return Files.readString(PAGE);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String number(double bound) {
        return bound == Math.rint(bound)
                ? String.format(Locale.ROOT, "%,.0f", bound)
                : BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString();
    }

    @Test
    void documentedOperationsMatchCode() throws Exception {
        List<String> lines = new ArrayList<>();
        for (MailOperation operation : MailOperation.values()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "| `%s` | %s | %.2f %% | %s |",
                    operation.title(),
                    number(operation.perDay()),
                    100 * operation.perDay() / heavy.actions(),
                    operation.limits().getFirst()));
        }
        assertThat(page()).contains(lines);
    }

    @Test
    void documentedProfilesMatchCode() throws Exception {
        for (Profile profile : Profile.values()) {
            UserDay day = new UserDay(profile, 1, true);
            assertThat(page())
                    .contains(String.format(
                            Locale.ROOT,
                            "| `%s` | %.0f | %.0f | %.0f | %.1f s | %.1f actions/min |",
                            word(profile),
                            day.actions(),
                            profile.factor() * MailOperation.SEND.perDay(),
                            4 * profile.factor() * MailOperation.SEND.perDay(),
                            day.cycle().toNanos() / 1e9,
                            1000 * 60e9 / day.cycle().toNanos()));
        }
        Scale standard = Scale.of(Fill.STANDARD, Sizes.MODERN, true);
        assertThat(page())
                .contains(standard.inbox() + " messages in the inbox, " + standard.sent() + " in Sent, "
                        + standard.archive() + " in six folders of the archive, " + standard.events() + " events and "
                        + standard.contacts() + " contacts");
        Scale small = Scale.of(Fill.SMALL, Sizes.MODERN, true);
        assertThat(page())
                .contains("`fill: small` is " + small.inbox() + ", " + small.sent() + ", " + small.archive() + ", "
                        + small.events() + " and " + small.contacts());
    }

    @Test
    void everyErrorClassIsDocumented() throws Exception {
        for (MailError error : MailError.values()) {
            assertThat(page()).contains("| `" + error.title() + "` | ");
        }
    }
}
