// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.spi.SutContext.Mode;

class DovecotParametersTest {
    private static final DovecotParameters KEYS =
            new DovecotParameters(Security.TLS, 200, 20, 1, Map.of(), DovecotParameters.Storage.MAILDIR, List.of());

    @Test
    void tooFewInotifyInstancesAreNoted() {
        assertThat(KEYS.check(Mode.EMBEDDED, 128)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Finding.Severity.NOTE);
            assertThat(finding.message()).contains("sysctl fs.inotify.max_user_instances=400");
        });
        assertThat(KEYS.check(Mode.EMBEDDED, 200)).isEmpty();
    }

    @Test
    void inotifyLimitMatchesTheKernel() throws Exception {
        try (Stream<String> lines = Files.lines(Path.of("/proc/sys/fs/inotify/max_user_instances"))) {
            // A file of this kind read in two pieces would end after the first.
            assertThat(DovecotParameters.watchers())
                    .isEqualTo(Long.parseLong(lines.findFirst().orElseThrow()));
        }
    }

    private static String page() throws IOException {
        return Files.readString(Path.of("../../docs/plugins/mail-servers.md"));
    }

    @Test
    void everyPostfixSettingIsDocumented() throws Exception {
        String page = page();
        for (Map.Entry<String, String> setting : Postfix.tuning().entrySet()) {
            assertThat(page).contains("`" + setting.getKey() + " = " + setting.getValue() + "`");
        }
    }
}
