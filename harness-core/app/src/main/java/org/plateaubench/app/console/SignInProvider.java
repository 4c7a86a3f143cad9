// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;

/**
 * A provider of OpenID Connect that signs people in, in addition to the console's own accounts. Immutable. Its {@code
 * toString} omits the secret.
 *
 * @param issuer issuer name of the provider, below which its discovery document is
 * @param clientId id of this console at the provider
 * @param secret secret that proves the console's identity to the provider
 * @param scopes scopes requested besides {@code openid} and {@code profile}
 * @param nameClaim claim of an ID token that names the account
 * @param roleClaim claim of an ID token whose values give the role
 * @param roles values of that claim, by the role they give: viewer, operator, admin
 * @param publicAddress address at which people open the console, to which the provider sends them back; empty for the
 *     address that it serves on
 * @param trust PEM certificates to trust instead of those that Java trusts; empty for Java's
 */
public record SignInProvider(
        URI issuer,
        String clientId,
        String secret,
        List<String> scopes,
        String nameClaim,
        String roleClaim,
        Map<String, Set<String>> roles,
        Optional<URI> publicAddress,
        Optional<Path> trust) {
    /** The claim that names the account, unless another is given. */
    public static final String NAME_CLAIM = "preferred_username";

    /** The claim whose values give the role, unless another is given. */
    public static final String ROLE_CLAIM = "groups";

    public SignInProvider {
        scopes = List.copyOf(scopes);
        roles = Map.copyOf(new LinkedHashMap<>(roles));
    }

    /**
     * Refuses unsafe options.
     *
     * @throws WrongOption when one is not safe, or missing
     */
    public void check() throws WrongOption {
        requireAddress(issuer, "--oidc-issuer");
        if (issuer.getRawQuery() != null) {
            throw new WrongOption(
                    "--oidc-issuer is an address without a query, such as https://login.lab/realms/bench.");
        }
        if (publicAddress.isPresent()) {
            URI address = publicAddress.get();
            requireAddress(address, "--public-url");
            if (!address.getRawPath().equals("/") || address.getRawQuery() != null) {
                throw new WrongOption("--public-url is scheme and name alone, such as https://bench.lab/.");
            }
        }
        if (clientId.isBlank() || secret.isBlank()) {
            throw new WrongOption("Sign-in by " + issuer + " needs a client with a secret: give --oidc-client and"
                    + " --oidc-secret-file.");
        }
        if (roles.isEmpty()) {
            throw new WrongOption("No user of " + issuer + " would have a role: give --oidc-role ROLE=VALUE, such as"
                    + " operator=bench-operators.");
        }
    }

    private static void requireAddress(URI address, String option) throws WrongOption {
        String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
        if (address.getHost() == null || address.getRawUserInfo() != null || address.getRawFragment() != null) {
            throw new WrongOption(option + " is an address such as https://login.lab, and not '" + address + "'.");
        }
        if (!scheme.equals("https") && !(scheme.equals("http") && isLoopback(address.getHost()))) {
            throw new WrongOption(
                    option + " must begin with https://, since passwords and tokens travel there; http:// is"
                            + " only for an address of this machine.");
        }
    }

    /**
     * Whether a name or address is always this machine. A name is not resolved, since its address may change.
     *
     * @param host host as in a web address
     */
    public static boolean isLoopback(String host) {
        if (host.equalsIgnoreCase("localhost")) {
            return true;
        }
        try {
            return (host.matches("\\d+(?:\\.\\d+){3}") || host.startsWith("["))
                    && InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /**
     * The trusted certificates, if not those that Java trusts.
     *
     * @throws IOException with a one-sentence message when the file has none
     */
    public Optional<SSLContext> tls() throws IOException {
        return trust.isPresent() ? Optional.of(Certificates.context(trust.get())) : Optional.empty();
    }

    /** Omits the secret. */
    @Override
    public String toString() {
        return "SignInProvider[" + issuer + ", " + clientId + "]";
    }
}
