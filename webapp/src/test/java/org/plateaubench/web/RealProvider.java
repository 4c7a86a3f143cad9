// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.app.console.SignInProvider;
import org.plateaubench.web.http.Json;

/**
 * A certified OpenID Connect provider in a process of its own: {@code oidc-provider} on Node.js, which {@code ./verify}
 * installs. One thread.
 */
final class RealProvider implements AutoCloseable {
    static final String SECRET = "of-the-client-and-long-enough-to-be-one";
    static final Map<String, Set<String>> ROLES = Map.of(
            "viewer", Set.of("bench-viewers"), "operator", Set.of("bench-operators"), "admin", Set.of("bench-admins"));

    private static final Path INSTALLED = Path.of("../.plateau/test-provider");
    private static final Path SCRIPT = Path.of("src/test/provider/provider.js");

    private final Process process;
    private final BufferedReader output;
    private final URI issuer;

    private RealProvider(Process process) throws IOException {
        this.process = process;
        output = process.inputReader(StandardCharsets.UTF_8);
        String line = output.readLine();
        if (line == null || !line.startsWith("port ")) {
            throw new AssertionError("the provider said: " + line);
        }
        issuer = URI.create("http://localhost:" + line.substring("port ".length()));
    }

    /** Starts one; it knows nobody yet. */
    static RealProvider start() throws IOException {
        if (!Files.isDirectory(INSTALLED.resolve("node_modules/oidc-provider"))) {
            throw new AssertionError(
                    "needs Node.js and the provider in .plateau/test-provider, which ./verify installs");
        }
        // Node.js looks for libraries beside the script. Another test may be starting one from there just now.
        Path copy = Files.copy(
                SCRIPT, Files.createTempFile(INSTALLED, "provider", ".js"), StandardCopyOption.REPLACE_EXISTING);
        Path script = Files.move(copy, INSTALLED.resolve("provider.js"), StandardCopyOption.ATOMIC_MOVE);
        ProcessBuilder builder = new ProcessBuilder(
                        "node", script.toAbsolutePath().toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("CLIENT_SECRET", SECRET);
        return new RealProvider(builder.start());
    }

    URI issuer() {
        return issuer;
    }

    /** Options of a console in a folder at which its people may sign in. */
    ConsoleOptions options(Path folder) throws IOException {
        return options(folder, issuer, SECRET);
    }

    static ConsoleOptions options(Path folder, URI issuer, String secret) throws IOException {
        return options(folder, issuer, secret, Optional.empty(), Optional.empty());
    }

    static ConsoleOptions options(
            Path folder, URI issuer, String secret, Optional<URI> publicAddress, Optional<Path> trust)
            throws IOException {
        ConsoleOptions plain = TestConsole.options(folder);
        SignInProvider provider = new SignInProvider(
                issuer,
                "plateau",
                secret,
                List.of(),
                SignInProvider.NAME_CLAIM,
                SignInProvider.ROLE_CLAIM,
                ROLES,
                publicAddress,
                trust);
        provider.check();
        return new ConsoleOptions(
                plain.host(),
                plain.port(),
                plain.runs(),
                plain.studies(),
                plain.files(),
                plain.data(),
                plain.catalog(),
                plain.launcher(),
                plain.receiver(),
                plain.exposure(),
                false,
                Optional.of(provider));
    }

    /** Claims of somebody. */
    static Map<String, Object> person(String name, String... groups) {
        return Map.of("preferred_username", name, "groups", List.of(groups));
    }

    /**
     * Says whom it knows from now on, and for which console.
     *
     * @param people claims by what is typed as login, which is the subject too
     * @param key name of the key that signs
     */
    void knows(URI console, Map<String, Map<String, Object>> people, String key) throws IOException {
        knows(issuer, console, people, key);
    }

    /** The same of a provider that a proxy serves under another address. */
    void knows(URI as, URI console, Map<String, Map<String, Object>> people, String key) throws IOException {
        String line = Json.mapper()
                .writeValueAsString(Map.of(
                        "issuer",
                        as.toString(),
                        "redirectUris",
                        List.of(console.resolve("/api/v1/session/provider").toString()),
                        "accounts",
                        people,
                        "keys",
                        List.of(key),
                        "idTokenSeconds",
                        60));
        OutputStream input = process.getOutputStream();
        input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        input.flush();
        String answer = output.readLine();
        if (!"configured".equals(answer)) {
            throw new AssertionError("the provider said: " + answer);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
