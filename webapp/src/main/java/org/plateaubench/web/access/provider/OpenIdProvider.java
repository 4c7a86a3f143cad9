// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access.provider;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.console.SignInProvider;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Secrets;

/** Signs people in by the authorization code flow of OpenID Connect, with PKCE, state and nonce. Any thread. */
public final class OpenIdProvider implements AutoCloseable {
    private static final Duration KNOWN = Duration.ofHours(1);

    /** How long a provider that did not answer is left alone, since anyone may begin a sign-in. */
    private static final Duration QUIET = Duration.ofSeconds(5);

    private static final int MOST_SUBJECT = 255;

    private final SignInProvider provider;
    private final InstantSource clock;
    private final ProviderCalls calls;
    private @Nullable KnownProvider known;
    private @Nullable Problem failure;
    private Instant quietUntil = Instant.MIN;

    /**
     * Creates the sign-in for the provider that the options name; the first sign-in sends the first request to it.
     *
     * @throws IOException with a message for the user when the certificates to trust cannot be read
     */
    public OpenIdProvider(SignInProvider provider, InstantSource clock) throws IOException {
        this(provider, clock, ProviderCalls.LONGEST);
    }

    OpenIdProvider(SignInProvider provider, InstantSource clock, Duration longestCall) throws IOException {
        this.provider = provider;
        this.clock = clock;
        calls = new ProviderCalls(provider.tls(), longestCall);
    }

    /** Returns the options of the provider. */
    public SignInProvider settings() {
        return provider;
    }

    /**
     * Begins a sign-in.
     *
     * @param callback address to which the provider redirects the browser
     * @throws Problem with a message for the user when the provider cannot be used
     */
    public StartedSignIn begin(URI callback) {
        KnownProvider present = known();
        Scope scope = new Scope("openid", "profile");
        provider.scopes().forEach(scope::add);
        StartedSignIn secrets = new StartedSignIn(callback, Secrets.random(), Secrets.random(), Secrets.random());
        AuthenticationRequest request = new AuthenticationRequest.Builder(
                        ResponseType.CODE, scope, new ClientID(provider.clientId()), callback)
                .endpointURI(present.metadata().getAuthorizationEndpointURI())
                .state(new State(secrets.state()))
                .nonce(new Nonce(secrets.nonce()))
                .codeChallenge(new CodeVerifier(secrets.verifier()), CodeChallengeMethod.S256)
                .build();
        return new StartedSignIn(request.toURI(), secrets.state(), secrets.nonce(), secrets.verifier());
    }

    /**
     * Ends a sign-in: redeems its code, and accepts the ID token if this provider issued it, for this console and this
     * sign-in, and it is valid now.
     *
     * @param code code that the browser brought back
     * @param issuer issuer that the browser brought back; null for none
     * @param callback callback of {@link #begin}
     * @throws Problem with a message for the user when the sign-in is refused
     */
    public Identity finish(StartedSignIn begun, String code, @Nullable String issuer, URI callback) {
        KnownProvider present = known();
        boolean says = present.metadata().supportsAuthorizationResponseIssuerParam();
        if (issuer == null ? says : !issuer.equals(provider.issuer().toString())) {
            throw refused("the answer is that of another provider");
        }
        try {
            JWT token = redeem(present, code, begun, callback);
            return identity(present.validator().validate(token, new Nonce(begun.nonce())));
        } catch (BadJOSEException e) {
            throw refused("its ID token does not hold: " + e.getMessage());
        } catch (JOSEException e) {
            throw ProviderCalls.NoAnswer.in(e)
                    .map(this::unusable)
                    .orElseGet(() -> refused("its ID token cannot be checked: " + e.getMessage()));
        } catch (ProviderCalls.NoAnswer e) {
            throw unusable(e);
        }
    }

    private JWT redeem(KnownProvider present, String code, StartedSignIn begun, URI callback)
            throws ProviderCalls.NoAnswer {
        TokenRequest request = new TokenRequest.Builder(
                        present.metadata().getTokenEndpointURI(),
                        client(present),
                        new AuthorizationCodeGrant(
                                new AuthorizationCode(code), callback, new CodeVerifier(begun.verifier())))
                .build();
        try {
            HTTPResponse answer = request.toHTTPRequest().send(calls::post);
            TokenResponse response = OIDCTokenResponseParser.parse(answer);
            if (!response.indicatesSuccess()) {
                String error = response.toErrorResponse().getErrorObject().getCode();
                throw refused("it does not redeem the code ("
                        + (error == null ? "status " + answer.getStatusCode() : error) + ")");
            }
            if (response instanceof OIDCTokenResponse tokens
                    && tokens.getOIDCTokens().getIDToken() != null) {
                return tokens.getOIDCTokens().getIDToken();
            }
            throw refused("it gave no ID token");
        } catch (ProviderCalls.NoAnswer e) {
            throw e;
        } catch (ParseException | IOException | IllegalArgumentException e) {
            throw new ProviderCalls.NoAnswer("gave no tokens that can be read (" + e.getMessage() + ")", e);
        }
    }

    private ClientAuthentication client(KnownProvider present) {
        ClientID id = new ClientID(provider.clientId());
        Secret secret = new Secret(provider.secret());
        List<ClientAuthenticationMethod> methods = present.metadata().getTokenEndpointAuthMethods();
        boolean onlyByPost = methods != null
                && !methods.contains(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                && methods.contains(ClientAuthenticationMethod.CLIENT_SECRET_POST);
        return onlyByPost ? new ClientSecretPost(id, secret) : new ClientSecretBasic(id, secret);
    }

    private Identity identity(IDTokenClaimsSet claims) {
        String subject = claims.getSubject().getValue();
        if (claims.getAudience().size() > 1 && claims.getAuthorizedParty() == null) {
            throw refused("its ID token is for several consoles or sites and does not say whose it is (azp)");
        }
        Object name = claims.getClaim(provider.nameClaim());
        if (!(name instanceof String text) || text.isBlank()) {
            throw refused("its ID token has no name in the claim '" + provider.nameClaim()
                    + "', which an administrator names with --oidc-name-claim");
        }
        if (subject.length() > MOST_SUBJECT) {
            throw refused("its ID token has a subject of more than " + MOST_SUBJECT + " characters");
        }
        return new Identity(provider.issuer().toString(), subject, text, texts(claims.getClaim(provider.roleClaim())));
    }

    private static Set<String> texts(@Nullable Object claim) {
        Set<String> texts = new HashSet<>();
        for (Object one : claim instanceof List<?> list ? list : claim == null ? List.of() : List.of(claim)) {
            if (one instanceof String text) {
                texts.add(text);
            }
        }
        return texts;
    }

    private synchronized KnownProvider known() {
        Instant now = clock.instant();
        KnownProvider present = known;
        if (present != null && now.isBefore(present.until())) {
            return present;
        }
        Problem before = failure;
        if (before != null && now.isBefore(quietUntil)) {
            throw before;
        }
        try {
            KnownProvider asked = KnownProvider.ask(provider, calls, now.plus(KNOWN));
            known = asked;
            failure = null;
            return asked;
        } catch (ProviderCalls.NoAnswer e) {
            failure = unusable(e);
            quietUntil = clock.instant().plus(QUIET);
            throw failure;
        }
    }

    private Problem unusable(ProviderCalls.NoAnswer why) {
        return new Problem(
                502,
                "The provider " + provider.issuer() + " " + why.getMessage()
                        + "; try again, or sign in with a name and password of this console.");
    }

    private Problem refused(String why) {
        return new Problem(
                403, "The sign-in by " + provider.issuer() + " is refused, since " + why + "; start it again.");
    }

    @Override
    public void close() {
        calls.close();
    }
}
