// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access.provider;

import com.nimbusds.jose.util.Resource;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.http.ReadOnlyHTTPRequest;
import com.nimbusds.oauth2.sdk.http.ReadOnlyHTTPResponse;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The calls to a provider: bounded in time, size and number at once, and without following redirects. Any thread. */
final class ProviderCalls implements AutoCloseable {
    /** Largest answer, far more than keys and the groups of any user need. */
    static final int MOST_BYTES = 256 * 1024;

    /** Time limit of a whole call, including the last byte of the answer. */
    static final Duration LONGEST = Duration.ofSeconds(5);

    /** Most calls at a time: strangers may begin sign-ins but must not make the console flood its provider. */
    private static final int AT_ONCE = 8;

    private static final int OK = 200;

    private final HttpClient http;
    private final Duration longest;
    private final Semaphore places = new Semaphore(AT_ONCE, true);

    /** Creates the calls with a TLS context, if there is one. */
    ProviderCalls(Optional<SSLContext> tls, Duration longest) {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(longest)
                .followRedirects(HttpClient.Redirect.NEVER);
        tls.ifPresent(builder::sslContext);
        http = builder.build();
        this.longest = longest;
    }

    /** The reason why a call has no answer, as a phrase that follows the provider's name. */
    static final class NoAnswer extends IOException {
        private static final long serialVersionUID = 1;

        NoAnswer(String reason, @Nullable Throwable cause) {
            super(reason, cause);
        }

        /** Returns the failed call among the causes of a failure, if any. */
        static Optional<NoAnswer> in(Throwable failure) {
            for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                if (cause instanceof NoAnswer found) {
                    return Optional.of(found);
                }
            }
            return Optional.empty();
        }
    }

    /** Fetches a document. */
    Resource get(URI address) throws NoAnswer {
        HttpResponse<byte[]> answer = send(HttpRequest.newBuilder(address)
                .header("Accept", "application/json")
                .build());
        if (answer.statusCode() != OK) {
            throw new NoAnswer("answered with status " + answer.statusCode() + " at " + address.getPath(), null);
        }
        return new Resource(
                text(answer), answer.headers().firstValue("Content-Type").orElse(null));
    }

    /** Sends a request that the library has built. */
    ReadOnlyHTTPResponse post(ReadOnlyHTTPRequest request) throws NoAnswer {
        HttpRequest.Builder builder = HttpRequest.newBuilder(request.getURI())
                .POST(HttpRequest.BodyPublishers.ofString(Objects.requireNonNullElse(request.getBody(), "")));
        request.getHeaderMap().forEach((name, values) -> values.forEach(value -> builder.header(name, value)));
        HttpResponse<byte[]> answer = send(builder.build());
        HTTPResponse response = new HTTPResponse(answer.statusCode());
        answer.headers().firstValue("Content-Type").ifPresent(type -> response.setHeader("Content-Type", type));
        response.setBody(text(answer));
        return response;
    }

    private static String text(HttpResponse<byte[]> answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    private HttpResponse<byte[]> send(HttpRequest request) throws NoAnswer {
        try {
            if (!places.tryAcquire(longest.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new NoAnswer("has too much to answer at present", null);
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        try {
            return answer(request);
        } finally {
            places.release();
        }
    }

    private HttpResponse<byte[]> answer(HttpRequest request) throws NoAnswer {
        // The time-out of a request covers only the head of its answer; this one includes the body.
        CompletableFuture<HttpResponse<byte[]>> answer = http.sendAsync(
                request, HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), MOST_BYTES));
        try {
            return answer.get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new NoAnswer("did not answer within " + longest.toMillis() / 1000.0 + " s", e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        } catch (ExecutionException e) {
            throw failed(Objects.requireNonNullElse(e.getCause(), e));
        } finally {
            answer.cancel(true);
        }
    }

    private static NoAnswer failed(Throwable cause) {
        if (cause instanceof SSLException) {
            return new NoAnswer(
                    "has a certificate that is not trusted (see --oidc-trust): " + cause.getMessage(), cause);
        }
        if (cause instanceof ConnectException) {
            return new NoAnswer("cannot be reached", cause);
        }
        return new NoAnswer("gave no answer that can be read (" + cause.getMessage() + ")", cause);
    }

    private static NoAnswer interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new NoAnswer("was not waited for, since the console is ending", e);
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
