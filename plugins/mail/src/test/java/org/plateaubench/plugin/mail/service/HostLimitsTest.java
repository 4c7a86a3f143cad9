// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.mail.service.DovecotParameters.HostLimits;

class HostLimitsTest {
    @Test
    void tooLowLimitsAreNotedWithWhatToDo() {
        assertThat(new HostLimits(128, 1024).findings(2000))
                .hasSize(2)
                .allMatch(finding -> finding.severity() == Finding.Severity.NOTE)
                .anyMatch(finding -> finding.message().contains("sysctl fs.inotify.max_user_instances=4000"))
                .anyMatch(finding -> finding.message().contains("1024 open files")
                        && finding.message().contains("need 5000 for 2000"));
    }

    @Test
    void enoughIsNotSpokenOf() {
        assertThat(new HostLimits(4000, 20_000).findings(2000)).isEmpty();
    }

    @Test
    void theKernelsNumbersAreReadWhole() throws Exception {
        try (Stream<String> lines = Files.lines(Path.of("/proc/sys/fs/inotify/max_user_instances"))) {
            // A file of this kind read in two pieces would end after the first.
            assertThat(HostLimits.read().watchers())
                    .isEqualTo(Long.parseLong(lines.findFirst().orElseThrow()));
        }
    }
}
