// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.console.ConsoleOptions.ConsoleRights;
import org.plateaubench.app.console.ConsoleOptions.TrustedProxy;

final class TrustedProxyTest {
    private static final String HEADER = "X-Forwarded-User";

    @ParameterizedTest
    @CsvSource({
        "127.0.0.2, 127.0.0.2, true",
        "127.0.0.2, 127.0.0.1, false",
        "10.0.0.1, 10.0.0.10, false",
        "127.0.0.2, ::ffff:127.0.0.2, true",
        "::1, [0:0:0:0:0:0:0:1], true",
        "::1, 127.0.0.1, false",
        "fd00::1, fd00:0::1, true",
        "fd00::1, fd00::2, false",
        "127.0.0.2, localhost, false",
        "127.0.0.2, '', false"
    })
    void proxyIsRecognisedByItsAddress(String from, String remote, boolean isProxy) throws UsageError {
        assertThat(TrustedProxy.of(HEADER, from).orElseThrow().isAt(remote)).isEqualTo(isProxy);
    }

    @Test
    void wrongOptionsAreRefused() throws UsageError {
        assertThat(TrustedProxy.of(null, null)).isEmpty();
        refused(HEADER, null, "--trust-header and --from must be used together");
        refused(null, "127.0.0.2", "--trust-header and --from must be used together");
        for (String header : new String[] {"", "X Forwarded", "X-User:", "X_User"}) {
            refused(header, "127.0.0.2", "and not '" + header + "'");
        }
        for (String from : new String[] {"", "proxy.lab", "10.0.0.0/8", "0.0.0.0", "::", "127.0.0.1:80"}) {
            refused(HEADER, from, "--from is the IP address of one proxy, such as 127.0.0.2, and not '" + from + "'.");
        }
    }

    private static void refused(@Nullable String header, @Nullable String from, String sentence) {
        assertThatThrownBy(() -> TrustedProxy.of(header, from))
                .isInstanceOf(UsageError.class)
                .hasMessageContaining(sentence);
    }

    @TempDir
    private Path folder;

    @Test
    void unknownUserGetsNameOfFolderOwner() throws Exception {
        ConsoleRights rights = ConsoleRights.of("?", folder);

        assertThat(rights.user()).isEqualTo(Files.getOwner(folder).getName());
    }
}
