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
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.content.Sizes;
import org.plateaubench.plugin.mail.model.MailOperation;
import org.plateaubench.plugin.mail.model.Scale;
import org.plateaubench.plugin.mail.model.Scale.Fill;
import org.plateaubench.plugin.mail.model.UserDay;
import org.plateaubench.plugin.mail.model.UserDay.Profile;

/** The workload's page says what the code does; a table that differs is shown as it must be. */
class DocumentationTest {
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
