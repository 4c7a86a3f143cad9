// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.console.SignInProvider;
import org.plateaubench.web.access.provider.Identity;
import org.plateaubench.web.access.provider.OpenIdProvider;
import org.plateaubench.web.access.provider.StartedSignIn;
import org.plateaubench.web.http.Body;
import org.plateaubench.web.http.Caller;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;
import org.plateaubench.web.http.Secrets;

/** The routes for signing in at a provider: the redirect to it and the callback. */
final class ProviderRoutes implements Routes, AutoCloseable {
    private static final String PATH = RouteTable.API + "/session/provider";

    /** How long a role is valid for API tokens; after that the user must sign in at the provider again. */
    private static final Duration ROLE_LIFETIME = Duration.ofDays(7);

    /** A path of this console that a browser cannot take for the name of another host. */
    private static final Pattern PLACE =
            Pattern.compile("/(?:[A-Za-z0-9._~!$&'()*+,;=:@%?-][A-Za-z0-9._~!$&'()*+,;=:@%?/-]*)?");

    private static final int MOST_PLACE = 1_000;
    private static final int MOST_PARAMETER = 4_000;
    private static final List<Role> ROLES = List.of(Role.ADMIN, Role.OPERATOR, Role.VIEWER);

    private final @Nullable OpenIdProvider provider;
    private final Accounts accounts;
    private final Sessions sessions;
    private final SessionCookie sessionCookie;
    private final SessionCookie cookie = SessionCookie.ofPendingSignIn();
    private final PendingSignIns pending;
    private volatile @Nullable URI publicAddress;

    ProviderRoutes(
            @Nullable OpenIdProvider provider,
            Accounts accounts,
            Sessions sessions,
            SessionCookie sessionCookie,
            PendingSignIns pending) {
        this.provider = provider;
        this.accounts = accounts;
        this.sessions = sessions;
        this.sessionCookie = sessionCookie;
        this.pending = pending;
    }

    private record Beginning(@Nullable String returnTo) {}

    private record Way(String address) {}

    /** The provider, and the address to which it redirects users. That address never comes from a request. */
    private record Ready(OpenIdProvider provider, URI publicAddress) {
        URI callback() {
            return publicAddress.resolve(PATH);
        }

        String issuer() {
            return provider.settings().issuer().toString();
        }
    }

    /** Sets the address of the console. */
    void servesAt(URI address) throws IOException {
        if (provider == null) {
            return;
        }
        URI chosen = provider.settings().publicAddress().orElse(address);
        boolean isSafe = "https".equals(chosen.getScheme()) || SignInProvider.isLoopback(chosen.getHost());
        boolean isEverywhere = Set.of("0.0.0.0", "[::]").contains(chosen.getHost());
        if (!isSafe || isEverywhere) {
            throw new IOException(
                    "Sign-in by a provider needs to know where people open this console; give --public-url"
                            + " with the address in their browsers, such as https://bench.lab/.");
        }
        publicAddress = chosen;
    }

    /** Returns the host name of the provider that users may sign in at; null for none. */
    @Nullable
    String name() {
        return provider == null ? null : provider.settings().issuer().getHost();
    }

    /** Returns, once, why the sign-in of this browser was refused. */
    @Nullable
    String refusal(Context context) {
        String secret = provider == null ? null : cookie.secret(context);
        String refusal = secret == null ? null : pending.takeRefusal(secret).orElse(null);
        if (refusal != null) {
            cookie.remove(context);
        }
        return refusal;
    }

    @Override
    public void addTo(RouteTable table) {
        table.post(PATH, Role.ANYONE, this::begin).open(PATH, context -> {
            comeBack(context);
            table.streams().endInvalid();
        });
    }

    private Ready ready() {
        OpenIdProvider present = provider;
        URI address = publicAddress;
        if (present == null || address == null) {
            throw Problem.notFound(
                    "No provider signs people in to this console; start it with --oidc-issuer, or sign in"
                            + " with a name and password.");
        }
        return new Ready(present, address);
    }

    private void begin(Context context) {
        Beginning beginning = Body.read(context, Beginning.class);
        Ready ready = ready();
        Journal.target(context, ready.issuer());
        requireHost(context, ready.publicAddress());
        String place = Objects.requireNonNullElse(beginning.returnTo(), "/");
        if (place.length() > MOST_PLACE || !PLACE.matcher(place).matches()) {
            throw Problem.wrongInput(
                    "'returnTo' must be the path of a page of this console.",
                    Problem.Detail.of("returnTo", "is not the path of a page"));
        }
        StartedSignIn begun = ready.provider().begin(ready.callback());
        cookie.set(context, pending.begin(begun, place));
        context.json(new Way(begun.address().toString()));
    }

    /**
     * Refuses a request to another host name, to which the browser would not return the cookie set here. The user
     * learns of it before typing a password.
     */
    private static void requireHost(Context context, URI address) {
        String host = URI.create("http://" + context.header("Host")).getHost();
        if (!address.getHost().equalsIgnoreCase(host)) {
            throw Problem.conflict("The provider sends you back to " + address
                    + " and not to this address: open the console there and sign in.");
        }
    }

    private void comeBack(Context context) {
        Ready ready = ready();
        Journal.writeDown(context);
        Journal.target(context, ready.issuer());
        context.queryParamMap().keySet().forEach(name -> Journal.asked(context, name, "(secret)"));
        String secret = cookie.secret(context);
        String place = "/";
        try {
            PendingSignIns.ReturnedSignIn returned = returned(context, secret);
            signIn(context, ready, returned.begun());
            place = returned.returnTo();
            cookie.remove(context);
        } catch (Problem refused) {
            Journal.refused(context, refused);
            cookie.set(context, pending.refuse(String.valueOf(refused.getMessage())));
        }
        String origin = ready.publicAddress().toString();
        context.header("Location", origin.substring(0, origin.length() - 1) + place)
                .status(HttpStatus.SEE_OTHER);
    }

    private PendingSignIns.ReturnedSignIn returned(Context context, @Nullable String secret) {
        PendingSignIns.ReturnedSignIn returned =
                secret == null ? null : pending.take(secret).orElse(null);
        if (returned == null) {
            throw refused("it was not begun in this browser, was ended already, or took longer than "
                    + PendingSignIns.LIFETIME.toMinutes() + " minutes");
        }
        String state = parameter(context, "state");
        if (state == null || !Secrets.equal(state, returned.begun().state())) {
            throw refused("what came back is not what was sent");
        }
        return returned;
    }

    private void signIn(Context context, Ready ready, StartedSignIn begun) {
        String error = parameter(context, "error");
        if (error != null) {
            throw refused("the provider reports " + error.replaceAll("[^A-Za-z0-9_.-]", "?"));
        }
        String code = parameter(context, "code");
        if (code == null) {
            throw refused("the provider gave no code");
        }
        Identity identity = ready.provider().finish(begun, code, parameter(context, "iss"), ready.callback());
        Journal.target(context, ready.issuer() + " " + identity.name());
        Role role = roleOf(ready.provider().settings(), identity);
        Account account = accounts.ofProvider(identity, role, ROLE_LIFETIME);
        AccessGate.session(context).ifPresent(sessions::end);
        String secret = sessions.begin(account.name(), Sessions.BY_PROVIDER);
        sessionCookie.set(context, secret);
        new Caller(
                        account.name(),
                        role,
                        sessions.find(secret).map(Session::credential).orElse(""))
                .attachTo(context);
    }

    /** Returns the highest role that any of the user's values gives. */
    private Role roleOf(SignInProvider settings, Identity identity) {
        for (Role role : ROLES) {
            if (settings.roles().getOrDefault(role.word(), Set.of()).stream().anyMatch(identity.values()::contains)) {
                return role;
            }
        }
        accounts.withoutRole(identity);
        throw new Problem(
                403,
                "The provider knows you, but nothing in your claim '" + settings.roleClaim()
                        + "' gives a role here; ask an administrator of this console which group you need.");
    }

    private static @Nullable String parameter(Context context, String name) {
        List<String> values = context.queryParams(name);
        return values.size() == 1
                        && values.getFirst().length() <= MOST_PARAMETER
                        && !values.getFirst().isEmpty()
                ? values.getFirst()
                : null;
    }

    private static Problem refused(String why) {
        return new Problem(403, "The sign-in is refused, since " + why + "; start it again.");
    }

    @Override
    public void close() {
        if (provider != null) {
            provider.close();
        }
    }
}
