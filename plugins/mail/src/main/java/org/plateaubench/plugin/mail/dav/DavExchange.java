// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.RequestBody;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailSite.Account;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;

/** The requests of one account on its connection. Each has the credentials, and failures have our error classes. */
final class DavExchange {
    static final int OK = 200;
    static final int CREATED = 201;
    static final int NO_CONTENT = 204;
    static final int MULTI_STATUS = 207;
    static final int NOT_FOUND = 404;
    static final int PRECONDITION_FAILED = 412;
    private static final int MAX_QUOTED = 200;
    static final String XML = "application/xml; charset=utf-8";

    private final HttpConnection connection;
    private final Counts counts;
    private final String authorization;
    private final HttpRequest request = new HttpRequest();
    private long retries;

    DavExchange(HttpConnection connection, Account account, Counts counts) {
        this.connection = connection;
        this.counts = counts;
        this.authorization = "Basic "
                + Base64.getEncoder()
                        .encodeToString((account.login() + ":" + account.password()).getBytes(StandardCharsets.UTF_8));
    }

    void connect() throws MailFailure {
        try {
            connection.connect();
        } catch (HttpFailure e) {
            throw failure(e);
        }
    }

    Counts counts() {
        return counts;
    }

    /** Begins a request; the path is not yet encoded. */
    HttpRequest start(String method, String path) {
        return request.start(method, encoded(path)).header("Authorization", authorization);
    }

    private static String encoded(String path) {
        try {
            return new URI(null, null, path, null).toASCIIString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the path cannot be encoded", e);
        }
    }

    HttpRequest startXml(String method, String path, String depth, byte[] xml) {
        return start(method, path).header("Depth", depth).body(RequestBody.of(xml, XML));
    }

    /** Sends the request and accepts any status. */
    HttpResponse exchange() throws MailFailure {
        retries = connection.retries();
        try {
            HttpResponse response = connection.exchange(request);
            counts.add(MailMeasure.BYTES_OUT, response.sentBytes());
            counts.add(MailMeasure.BYTES_IN, response.receivedBytes());
            return response;
        } catch (HttpFailure e) {
            throw failure(e);
        }
    }

    /** Sends the request and accepts only some statuses. */
    HttpResponse exchange(int... accepted) throws MailFailure {
        HttpResponse response = exchange();
        for (int status : accepted) {
            if (response.status() == status) {
                return response;
            }
        }
        throw failure(response);
    }

    /** Sends the request and parses the answer. */
    List<MultiStatus.Entry> multiStatus() throws MailFailure {
        return MultiStatus.read(exchange(MULTI_STATUS).bodyStream());
    }

    /** Returns whether the last request had to be sent twice, so that the server may have executed it twice. */
    boolean wasRepeated() {
        return connection.retries() != retries;
    }

    private MailFailure failure(HttpFailure e) {
        MailError error = switch (e.kind()) {
            case TLS_CERTIFICATE, TLS_FAILED -> MailError.TLS;
            case MALFORMED_RESPONSE, TOO_LARGE, REQUEST_BODY -> MailError.PROTOCOL;
            default -> MailError.CONNECTION;
        };
        return new MailFailure(error, located(e.errorClass() + ": " + e.getMessage()), true, e);
    }

    /** Returns the failure of an unexpected status. */
    MailFailure failure(HttpResponse response) {
        int status = response.status();
        MailError error = switch (status) {
            case 401 -> MailError.AUTHENTICATION;
            case PRECONDITION_FAILED -> MailError.WRONG_ANSWER;
            case 429 -> MailError.REFUSED_FOR_NOW;
            case 507 -> MailError.QUOTA;
            default -> {
                if (status >= 500) {
                    yield MailError.SERVER;
                }
                yield status >= 400 ? MailError.REFUSED : MailError.PROTOCOL;
            }
        };
        String quoted = response.bodyText(StandardCharsets.UTF_8)
                .replaceAll("\\s+", " ")
                .strip();
        if (quoted.length() > MAX_QUOTED) {
            quoted = quoted.substring(0, MAX_QUOTED);
        }
        return new MailFailure(error, located("status " + status + (quoted.isEmpty() ? "" : ": " + quoted)), false);
    }

    /** Returns the failure for an inconsistent answer. */
    MailFailure wrongAnswer(String message) {
        return new MailFailure(MailError.WRONG_ANSWER, located(message), false);
    }

    private String located(String message) {
        return request.method() + " " + request.target() + ": " + message;
    }
}
