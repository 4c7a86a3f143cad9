// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

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
import org.plateaubench.plugin.mail.site.Account;

/**
 * The requests of one account on its connection, authenticated from the first on, counted, and with our error classes.
 */
final class DavExchange {
    static final int OK = 200;
    static final int CREATED = 201;
    static final int NO_CONTENT = 204;
    static final int MULTI_STATUS = 207;
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int NOT_ALLOWED = 405;
    static final int CONFLICT = 409;
    static final int PRECONDITION_FAILED = 412;

    private static final int UNAUTHORIZED = 401;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int FIRST_CLIENT_ERROR = 400;
    private static final int FIRST_SERVER_ERROR = 500;
    private static final int INSUFFICIENT_STORAGE = 507;
    private static final int QUOTED_AT_MOST = 200;
    private static final String XML = "application/xml; charset=utf-8";

    private final HttpConnection connection;
    private final Account account;
    private final DavCount count;
    private final String authorization;
    private final HttpRequest request = new HttpRequest();
    private long connects;
    private long repeats;
    private boolean repeated;

    DavExchange(HttpConnection connection, Account account, DavCount count) {
        this.connection = connection;
        this.account = account;
        this.count = count;
        this.authorization = "Basic "
                + Base64.getEncoder()
                        .encodeToString((account.login() + ":" + account.password()).getBytes(StandardCharsets.UTF_8));
    }

    Account account() {
        return account;
    }

    DavCount count() {
        return count;
    }

    HttpConnection connection() {
        return connection;
    }

    /** Begins a request; the path is not yet encoded. */
    HttpRequest start(String method, String path) {
        return request.start(method, DavPaths.encoded(path)).header("Authorization", authorization);
    }

    /** Begins a request with an XML body. */
    HttpRequest startXml(String method, String path, String depth, byte[] xml) {
        return start(method, path).header("Depth", depth).body(RequestBody.of(xml, XML));
    }

    /** Sends the request and accepts any status. */
    HttpResponse exchange() throws MailFailure {
        try {
            HttpResponse response = connection.exchange(request);
            count.exchanged(response.sentBytes(), response.receivedBytes());
            return response;
        } catch (HttpFailure e) {
            throw failure(e);
        } finally {
            countConnection();
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
    boolean repeated() {
        return repeated;
    }

    private void countConnection() {
        if (connection.connects() != connects) {
            connects = connection.connects();
            count.happened(DavEvent.CONNECTED);
        }
        repeated = connection.repeats() != repeats;
        if (repeated) {
            repeats = connection.repeats();
            count.happened(DavEvent.REPEATED);
        }
    }

    void connect() throws MailFailure {
        try {
            connection.connect();
        } catch (HttpFailure e) {
            throw failure(e);
        } finally {
            countConnection();
        }
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
            case UNAUTHORIZED -> MailError.AUTHENTICATION;
            case PRECONDITION_FAILED -> MailError.WRONG_ANSWER;
            case TOO_MANY_REQUESTS -> MailError.REFUSED_FOR_NOW;
            case INSUFFICIENT_STORAGE -> MailError.QUOTA;
            default -> {
                if (status >= FIRST_SERVER_ERROR) {
                    yield MailError.SERVER;
                }
                yield status >= FIRST_CLIENT_ERROR ? MailError.REFUSED : MailError.PROTOCOL;
            }
        };
        String said = response.bodyText(StandardCharsets.UTF_8)
                .replaceAll("\\s+", " ")
                .strip();
        if (said.length() > QUOTED_AT_MOST) {
            said = said.substring(0, QUOTED_AT_MOST);
        }
        return new MailFailure(error, located("status " + status + (said.isEmpty() ? "" : ": " + said)), false);
    }

    /** Returns the failure for an inconsistent answer. */
    MailFailure wrong(String message) {
        return new MailFailure(MailError.WRONG_ANSWER, located(message), false);
    }

    private String located(String message) {
        return request.method() + " " + request.target() + ": " + message;
    }
}
