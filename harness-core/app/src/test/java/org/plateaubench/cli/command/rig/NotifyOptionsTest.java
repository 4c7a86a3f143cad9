// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.cli.command.rig.ConsoleCommand.NotifyOptions;
import picocli.CommandLine;

final class NotifyOptionsTest {
    private static Optional<ConsoleOptions.Receiver> of(String secret, String... arguments) throws Exception {
        NotifyOptions options = new NotifyOptions();
        new CommandLine(options).parseArgs(arguments);
        return options.receiver(secret);
    }

    @Test
    void secretIsSentAndNotPrinted() throws Exception {
        assertThat(of("hunter2")).isEmpty();
        ConsoleOptions.Receiver receiver =
                of("hunter2", "--notify", "http://ci.lab:8080/hook").orElseThrow();
        assertThat(receiver).isEqualTo(new ConsoleOptions.Receiver(URI.create("http://ci.lab:8080/hook"), "hunter2"));
        assertThat(receiver.toString()).doesNotContain("hunter2");
        assertThatThrownBy(() -> of("h\u00fcnter", "--notify", "http://ci.lab")).hasMessageContaining("ASCII");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ci.lab", "ftp://ci.lab", "http://", "http://a b", "http://user@ci.lab/"})
    void wrongAddressIsRefused(String address) {
        assertThatThrownBy(() -> of("", "--notify", address))
                .isInstanceOf(UsageError.class)
                .hasMessageContaining("not '" + address + "'");
    }
}
