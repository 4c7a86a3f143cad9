// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.address.ServiceAddress;
import org.plateaubench.process.ClientKeys;

/** Calls methods of the vSphere API within one session, whose cookie it stores. Not thread-safe. */
final class SoapConnection {
    /** The schema of version 6.5, which this and newer servers support; newer servers then answer by this schema. */
    private static final String ACTION = "\"urn:vim25/6.5\"";

    private static final long MAX_BYTES = 8L << 20;
    private static final int SERVER_FAULT = 500;
    private static final int OK = 200;
    private static final int MAX_LISTED_PRIVILEGES = 10;
    private static final String COOKIE = "vmware_soap_session";

    private final HttpClient client;
    private final ClientKeys keys;
    private final URI api;
    private final Duration limit;
    private String cookie = "";

    /** Shutting the client down ends a running call; the limit applies to calls without a separate limit. */
    SoapConnection(HttpClient client, ClientKeys keys, String url, Duration limit) {
        this.client = client;
        this.keys = keys;
        this.api = api(url).orElseThrow();
        this.limit = limit;
    }

    /** Returns the address of the API for the given text; empty if it is not an HTTPS address. */
    static Optional<URI> api(String url) {
        return ServiceAddress.of(url, "/sdk");
    }

    XmlElement call(String method, ManagedObject self, Consumer<XmlText> arguments)
            throws IOException, InterruptedException {
        return call(method, self, arguments, limit);
    }

    ManagedObject create(String method, ManagedObject self, Consumer<XmlText> arguments)
            throws IOException, InterruptedException {
        return call(method, self, arguments).required("returnval").reference();
    }

    /** Calls a method with the arguments that follow the object, and returns the response element. */
    XmlElement call(String method, ManagedObject self, Consumer<XmlText> arguments, Duration answerLimit)
            throws IOException, InterruptedException {
        XmlText body = new XmlText();
        body.call(method, () -> {
            body.reference("_this", self);
            arguments.accept(body);
        });
        HttpRequest.Builder request = HttpRequest.newBuilder(api)
                .header("Content-Type", "text/xml; charset=utf-8")
                .header("SOAPAction", ACTION)
                .POST(HttpRequest.BodyPublishers.ofString(envelope(body)));
        if (!cookie.isEmpty()) {
            request.header("Cookie", cookie);
        }
        HttpResponse<byte[]> answer = send(method, request.build(), answerLimit);
        storeCookie(answer);
        return content(method, answer).required("Body").required(method + "Response");
    }

    private static String envelope(XmlText body) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
                + "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\""
                + " xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\""
                + " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"><soapenv:Body>"
                + body
                + "</soapenv:Body></soapenv:Envelope>";
    }

    private HttpResponse<byte[]> send(String method, HttpRequest request, Duration answerLimit)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> response = client.sendAsync(
                request, HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), MAX_BYTES));
        long millis = answerLimit.toMillis();
        try {
            return response.get(millis, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw unreachable(method, request.uri(), e.getCause());
        } catch (TimeoutException e) {
            response.cancel(true);
            throw new IOException(
                    request.uri().getHost() + " did not answer " + method + " within " + millis + " ms.", e);
        } catch (InterruptedException e) {
            response.cancel(true);
            throw e;
        }
    }

    private IOException unreachable(String method, URI address, @Nullable Throwable cause) {
        String message = cause == null ? null : cause.getMessage();
        // The JDK begins the messages of TLS with the name of an alert.
        String reason = message == null ? "the connection failed" : message.replaceFirst("^\\([a-z_]+\\) ", "");
        return new IOException(
                address.getHost() + ":" + address.getPort() + " did not answer " + method + ": "
                        + (cause == null ? reason : keys.withCertificateHint(cause, reason)) + ".",
                cause);
    }

    private void storeCookie(HttpResponse<?> answer) {
        for (String header : answer.headers().allValues("Set-Cookie")) {
            if (header.startsWith(COOKIE + "=")) {
                cookie = header.split(";", 2)[0];
            }
        }
    }

    private static XmlElement content(String method, HttpResponse<byte[]> answer) throws IOException {
        int status = answer.statusCode();
        if (status != OK && status != SERVER_FAULT) {
            throw new IOException(answer.uri() + " answered " + method + " with HTTP status " + status + ".");
        }
        XmlElement envelope = XmlElement.read(answer.body());
        var fault = envelope.child("Body", "Fault");
        if (fault.isPresent()) {
            throw refusal(method, fault.get());
        }
        return envelope;
    }

    private static PlatformException refusal(String method, XmlElement fault) {
        Optional<XmlElement> detail = fault.child("detail").stream()
                .flatMap(all -> all.children().stream())
                .findFirst();
        // The name of a fault's element is its type with this suffix.
        String type = detail.map(element -> element.instanceType().isEmpty()
                        ? element.name().replaceFirst("Fault$", "")
                        : element.instanceType())
                .orElse("unknown fault");
        String faultText = fault.text("faultstring").replaceFirst("\\.$", "");
        return new PlatformException(
                type,
                method + " was refused: " + type + (faultText.isEmpty() ? "" : ", " + faultText) + "."
                        + detail.map(SoapConnection::missingPrivileges).orElse(""));
    }

    /**
     * Returns a blank and a sentence about the privileges that the user lacks; an empty text for a fault without any.
     * The fault {@code NoPermission} contains {@code object} and {@code privilegeId}; on newer servers it also contains
     * {@code missingPrivileges}, a list for each object.
     */
    static String missingPrivileges(XmlElement fault) {
        List<String> missing = new ArrayList<>();
        if (!fault.text("privilegeId").isEmpty()) {
            missing.add(fault.text("privilegeId") + objectSuffix(fault, "object"));
        }
        for (XmlElement object : fault.children("missingPrivileges")) {
            object.children("privilegeIds").forEach(id -> missing.add(id.text() + objectSuffix(object, "entity")));
        }
        List<String> privileges =
                missing.stream().distinct().limit(MAX_LISTED_PRIVILEGES).toList();
        return privileges.isEmpty() ? "" : " The user's role lacks " + String.join(", ", privileges) + ".";
    }

    private static String objectSuffix(XmlElement fault, String child) {
        return fault.child(child)
                .map(XmlElement::reference)
                .map(object -> " on " + object.type() + " " + object.id())
                .orElse("");
    }
}
