// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.servers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.plateaubench.http.HttpOrigin;

/**
 * Jetty in this process. Beside the pages: {@code /echo} gives a body back, {@code /trailer} ends with a trailer,
 * {@code /never} does not end.
 */
final class JettyServer extends Handler.Abstract implements WebServer {
    private final Server server = new Server();
    private final TestCertificate certificate;
    private final ServerConnector plain;
    private final ServerConnector secure;
    private final ServerConnector hasty;
    private int served;

    JettyServer(TestCertificate certificate) throws Exception {
        this.certificate = certificate;
        HttpConfiguration open = new HttpConfiguration();
        plain = connector(
                new ServerConnector(server, new HttpConnectionFactory(open), new HTTP2CServerConnectionFactory(open)));
        hasty = connector(new ServerConnector(server, new HttpConnectionFactory(new HttpConfiguration())));
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePath(certificate.store().toString());
        tls.setKeyStorePassword(TestCertificate.PASSWORD);
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.addCustomizer(new SecureRequestCustomizer());
        ALPNServerConnectionFactory agreement = new ALPNServerConnectionFactory("h2", "http/1.1");
        agreement.setDefaultProtocol("http/1.1");
        secure = connector(new ServerConnector(
                server,
                tls,
                agreement,
                new HTTP2ServerConnectionFactory(configuration),
                new HttpConnectionFactory(configuration)));
        server.setHandler(this);
        server.start();
    }

    private ServerConnector connector(ServerConnector connector) {
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        return connector;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (Request.getLocalPort(request) == hasty.getLocalPort() && ++served % HASTY_EXCHANGES == 0) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        switch (request.getHttpURI().getPath()) {
            case "/small.txt" -> page(Pages.small(), request, response, callback);
            case "/large.txt" -> page(Pages.large(), request, response, callback);
            case "/never" -> {
                response.getHeaders().put("Begun", "yes");
                response.write(false, ByteBuffer.allocate(10), Callback.NOOP);
            }
            case "/echo" -> echo(request, response, callback);
            case "/trailer" -> {
                HttpFields.Mutable trailer = HttpFields.build().put("Sum", "42");
                response.setTrailersSupplier(() -> trailer);
                response.write(true, ByteBuffer.wrap(Pages.small()), callback);
            }
            default -> Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
        }
        return true;
    }

    private static void page(byte[] body, Request request, Response response, Callback callback) {
        HttpFields headers = request.getHeaders();
        response.getHeaders().put(HttpHeader.ETAG, "\"1\"");
        if ("\"1\"".equals(headers.get(HttpHeader.IF_NONE_MATCH))) {
            response.setStatus(HttpStatus.NOT_MODIFIED_304);
            callback.succeeded();
            return;
        }
        if (headers.contains(HttpHeader.ACCEPT_ENCODING)) {
            // In two pieces, as something that is compressed on the way would be.
            response.write(
                    false,
                    ByteBuffer.wrap(body, 0, 500),
                    Callback.from(
                            () -> response.write(true, ByteBuffer.wrap(body, 500, body.length - 500), callback),
                            callback::failed));
            return;
        }
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    private static void echo(Request request, Response response, Callback callback) throws IOException {
        byte[] body;
        try (InputStream in = Content.Source.asInputStream(request)) {
            body = in.readAllBytes();
        }
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    @Override
    public HttpOrigin plain() {
        return new HttpOrigin("http", "127.0.0.1", plain.getLocalPort());
    }

    @Override
    public HttpOrigin secure() {
        return new HttpOrigin("https", "localhost", secure.getLocalPort());
    }

    @Override
    public HttpOrigin hasty() {
        return new HttpOrigin("http", "127.0.0.1", hasty.getLocalPort());
    }

    @Override
    public Path certificate() {
        return certificate.certificate();
    }

    @Override
    public void end() throws Exception {
        server.stop();
    }
}
