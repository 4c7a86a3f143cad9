// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access.provider;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.console.SignInProvider;

/**
 * The discovery document of a provider, and the validator of its ID tokens.
 *
 * @param metadata the document
 * @param validator checks signature, issuer, audience, times and nonce
 * @param until when the document must be fetched again
 */
record KnownProvider(OIDCProviderMetadata metadata, IDTokenValidator validator, Instant until) {
    /**
     * Algorithms with a private key only: knowing the public keys or this console's secret does not allow making a
     * token.
     */
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512);

    private static final String DOCUMENT = "/.well-known/openid-configuration";

    /**
     * Fetches the document of a provider. Keys that the provider changes later are fetched when a token names an
     * unknown key.
     */
    static KnownProvider ask(SignInProvider provider, ProviderCalls calls, Instant until)
            throws ProviderCalls.NoAnswer {
        String issuer = provider.issuer().toString();
        URI address = URI.create((issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer) + DOCUMENT);
        OIDCProviderMetadata metadata = parse(calls.get(address).getContent());
        if (!metadata.getIssuer().equals(new Issuer(issuer))) {
            throw nonsense("calls itself '" + metadata.getIssuer() + "'", null);
        }
        requireSafe(provider, metadata.getAuthorizationEndpointURI(), "authorization_endpoint");
        requireSafe(provider, metadata.getTokenEndpointURI(), "token_endpoint");
        requireSafe(provider, metadata.getJWKSetURI(), "jwks_uri");
        return new KnownProvider(metadata, validator(provider, metadata, calls), until);
    }

    private static OIDCProviderMetadata parse(String document) throws ProviderCalls.NoAnswer {
        try {
            return OIDCProviderMetadata.parse(document);
        } catch (ParseException | IllegalArgumentException e) {
            throw nonsense("has no discovery document that can be read (" + e.getMessage() + ")", e);
        }
    }

    private static ProviderCalls.NoAnswer nonsense(String what, @Nullable Throwable cause) {
        return new ProviderCalls.NoAnswer(what, cause);
    }

    private static void requireSafe(SignInProvider provider, @Nullable URI address, String name)
            throws ProviderCalls.NoAnswer {
        boolean isSafe = address != null
                && address.getHost() != null
                && ("https".equalsIgnoreCase(address.getScheme())
                        || ("http".equalsIgnoreCase(address.getScheme())
                                && SignInProvider.isLoopback(provider.issuer().getHost())
                                && SignInProvider.isLoopback(address.getHost())));
        if (!isSafe) {
            throw nonsense("names no " + name + " that begins with https://", null);
        }
    }

    private static IDTokenValidator validator(
            SignInProvider provider, OIDCProviderMetadata metadata, ProviderCalls calls) throws ProviderCalls.NoAnswer {
        try {
            JWKSource<SecurityContext> keys = JWKSourceBuilder.create(
                            metadata.getJWKSetURI().toURL(), address -> {
                                try {
                                    return calls.get(address.toURI());
                                } catch (URISyntaxException e) {
                                    throw nonsense("names no address of its keys", e);
                                }
                            })
                    // The cache would need its own thread.
                    .refreshAheadCache(false)
                    .build();
            return new IDTokenValidator(
                    metadata.getIssuer(),
                    new ClientID(provider.clientId()),
                    new JWSVerificationKeySelector<>(ALGORITHMS, keys),
                    null);
        } catch (MalformedURLException e) {
            throw nonsense("names no address of its keys", e);
        }
    }
}
