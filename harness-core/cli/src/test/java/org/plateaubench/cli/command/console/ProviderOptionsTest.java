// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.console.SignInProvider;
import org.plateaubench.cli.command.UsageError;
import picocli.CommandLine;

/** What the options of a provider say together, and what is refused before a console starts. */
final class ProviderOptionsTest {
    private static final String SECRET = "of the client";

    @TempDir
    private Path folder;

    private Path secret = Path.of("");

    @BeforeEach
    void writeSecret() throws Exception {
        secret = Files.writeString(folder.resolve("oidc.secret"), SECRET + "\n");
    }

    private static Optional<SignInProvider> of(List<String> arguments) throws Exception {
        ProviderOptions options = new ProviderOptions();
        new CommandLine(options).parseArgs(arguments.toArray(String[]::new));
        return options.provider();
    }

    private Optional<SignInProvider> with(String... further) throws Exception {
        List<String> arguments =
                new ArrayList<>(List.of("--oidc-client", "plateau", "--oidc-secret-file", secret.toString()));
        arguments.addAll(List.of(further));
        return of(arguments);
    }

    @Test
    void nobodyIsAskedUnlessAnIssuerIsGiven() throws Exception {
        assertThat(of(List.of())).isEmpty();
        assertThatThrownBy(() -> of(List.of("--oidc-role", "admin=a"))).hasMessageContaining("goes with --oidc-issuer");
        assertThatThrownBy(() -> of(List.of("--public-url", "https://bench.lab")))
                .hasMessage("--public-url goes with --oidc-issuer");
    }

    @Test
    void whatIsGivenIsTakenAndTheSecretIsInNoText() throws Exception {
        SignInProvider provider = with(
                        "--oidc-issuer",
                        "https://login.lab/realms/bench",
                        "--oidc-role",
                        "admin=a=b",
                        "--oidc-role",
                        "viewer=v",
                        "--oidc-role",
                        "viewer=w",
                        "--public-url",
                        "https://bench.lab")
                .orElseThrow();
        assertThat(provider.secret()).isEqualTo(SECRET);
        assertThat(provider.roles()).isEqualTo(Map.of("admin", Set.of("a=b"), "viewer", Set.of("v", "w")));
        assertThat(provider.nameClaim()).isEqualTo("preferred_username");
        assertThat(provider.roleClaim()).isEqualTo("groups");
        assertThat(provider.publicAddress()).hasValue(URI.create("https://bench.lab/"));
        assertThat(provider.toString()).doesNotContain(SECRET);
    }

    @Test
    void eachRefusalNamesItsRemedy() {
        String issuer = "https://login.lab";
        refused("http:// is only for an address of this machine", "--oidc-issuer", "http://login.lab");
        // Whoever answers for a name could make it loopback.
        refused("must begin with https://", "--oidc-issuer", "http://127.0.0.1.evil.example", "--oidc-role", "admin=a");
        refused("is an address such as https://login.lab", "--oidc-issuer", "login.lab");
        refused("is an address such as https://login.lab", "--oidc-issuer", "https://me:secret@login.lab");
        refused("an address without a query", "--oidc-issuer", "https://login.lab?x=y");
        refused("give --oidc-role ROLE=VALUE", "--oidc-issuer", issuer);
        refused("--oidc-role is ROLE=VALUE", "--oidc-issuer", issuer, "--oidc-role", "root=a");
        refused("--oidc-role is ROLE=VALUE", "--oidc-issuer", issuer, "--oidc-role", "admin=");
        refused("--public-url must begin with https://", "--oidc-issuer", issuer, "--public-url", "http://bench.lab/");
        refused(
                "--public-url is scheme and name alone",
                "--oidc-issuer",
                issuer,
                "--public-url",
                "https://bench.lab/console");
        assertThatThrownBy(() -> of(List.of("--oidc-issuer", issuer, "--oidc-role", "admin=a")))
                .hasMessageContaining("give --oidc-client and --oidc-secret-file");
        assertThatThrownBy(() -> of(List.of(
                        "--oidc-issuer", issuer, "--oidc-secret-file", folder + "/none", "--oidc-role", "admin=a")))
                .isInstanceOf(UsageError.class)
                .hasMessage("--oidc-secret-file: There is no file " + folder
                        + "/none; name a file that holds the secret and nothing else.");
    }

    private void refused(String sentence, String... options) {
        assertThatThrownBy(() -> with(options)).as(List.of(options).toString()).hasMessageContaining(sentence);
    }
}
