// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.console;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.console.SignInProvider;
import org.plateaubench.app.console.WrongOption;
import org.plateaubench.cli.command.SecretFile;
import org.plateaubench.cli.command.UsageError;
import picocli.CommandLine.Option;

/** The options with which users of an OpenID Connect provider can sign in to a console. */
final class ProviderOptions {
    private static final String SECRET = "PLATEAU_OIDC_SECRET";
    private static final Set<String> ROLES = Set.of("viewer", "operator", "admin");

    @Option(
            names = "--oidc-issuer",
            paramLabel = "URL",
            description = "Also allow users of this OpenID Connect provider to sign in.")
    private @Nullable String issuer;

    @Option(names = "--oidc-client", paramLabel = "ID", description = "Client id of this console at the provider.")
    private @Nullable String client;

    @Option(
            names = "--oidc-secret-file",
            paramLabel = "FILE",
            description = "File with the client's secret%n(default: the environment's " + SECRET + ").")
    private @Nullable Path secretFile;

    @Option(
            names = "--oidc-role",
            paramLabel = "ROLE=VALUE",
            description = "Users with this value in the role claim get this role: viewer, operator or admin; may be"
                    + " repeated. Users without a role cannot sign in.")
    private List<String> roles = new ArrayList<>();

    @Option(
            names = "--oidc-role-claim",
            paramLabel = "CLAIM",
            description = "Claim of the ID token that gives the role%n(default: " + SignInProvider.ROLE_CLAIM + ").")
    private @Nullable String roleClaim;

    @Option(
            names = "--oidc-name-claim",
            paramLabel = "CLAIM",
            description = "Claim of the ID token that names the account%n(default: " + SignInProvider.NAME_CLAIM + ").")
    private @Nullable String nameClaim;

    @Option(
            names = "--oidc-scope",
            paramLabel = "SCOPE",
            description = "Scope to request besides openid and profile, such as groups; may be repeated.")
    private List<String> scopes = new ArrayList<>();

    @Option(
            names = "--oidc-trust",
            paramLabel = "FILE",
            description = "PEM certificates to trust at the provider instead of those that Java trusts.")
    private @Nullable Path trust;

    @Option(
            names = "--public-url",
            paramLabel = "URL",
            description = "Address at which users open this console; the provider redirects them to it%n(default:"
                    + " the address it listens on).")
    private @Nullable String publicUrl;

    /**
     * The provider in the options, if any.
     *
     * @throws UsageError when the options contradict each other, or the secret cannot be read
     * @throws WrongOption when an option is not safe
     */
    Optional<SignInProvider> provider() throws UsageError, WrongOption {
        if (issuer == null) {
            String stray = stray();
            if (stray != null) {
                throw new UsageError(stray + " goes with --oidc-issuer");
            }
            return Optional.empty();
        }
        SignInProvider provider = new SignInProvider(
                address(issuer, "--oidc-issuer"),
                Objects.requireNonNullElse(client, ""),
                secret(),
                scopes,
                Objects.requireNonNullElse(nameClaim, SignInProvider.NAME_CLAIM),
                Objects.requireNonNullElse(roleClaim, SignInProvider.ROLE_CLAIM),
                roles(),
                publicUrl == null ? Optional.empty() : Optional.of(whole(address(publicUrl, "--public-url"))),
                Optional.ofNullable(trust));
        provider.check();
        return Optional.of(provider);
    }

    private @Nullable String stray() {
        Map<String, Boolean> given = new LinkedHashMap<>();
        given.put("--oidc-client", client != null);
        given.put("--oidc-secret-file", secretFile != null);
        given.put("--oidc-role", !roles.isEmpty());
        given.put("--oidc-role-claim", roleClaim != null);
        given.put("--oidc-name-claim", nameClaim != null);
        given.put("--oidc-scope", !scopes.isEmpty());
        given.put("--oidc-trust", trust != null);
        given.put("--public-url", publicUrl != null);
        return given.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    private static URI address(String text, String option) throws UsageError {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new UsageError(option + " is an address such as https://login.lab, and not '" + text + "'");
        }
    }

    private static URI whole(URI address) {
        return "".equals(address.getRawPath()) ? address.resolve("/") : address;
    }

    private Map<String, Set<String>> roles() throws UsageError {
        Map<String, Set<String>> values = new LinkedHashMap<>();
        for (String given : roles) {
            String[] parts = given.split("=", 2);
            if (parts.length < 2 || parts[1].isBlank() || !ROLES.contains(parts[0])) {
                throw new UsageError("--oidc-role is ROLE=VALUE with viewer, operator or admin before the equals sign,"
                        + " such as operator=bench-operators, and not '" + given + "'");
            }
            values.computeIfAbsent(parts[0], role -> new LinkedHashSet<>()).add(parts[1]);
        }
        return values;
    }

    private String secret() throws UsageError {
        return secretFile == null
                ? Objects.requireNonNullElse(System.getenv(SECRET), "").strip()
                : SecretFile.read(secretFile, "--oidc-secret-file");
    }
}
