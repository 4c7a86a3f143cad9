// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Locale;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Authenticates requests, reads bodies within bounds, and answers. */
final class DavHandler extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(DavHandler.class);
    private static final int BODY_BYTES_AT_MOST = 1 << 20;
    private static final String BASIC = "Basic ";

    private final DavMethods methods;
    private final byte[] password;

    DavHandler(DavStore store, String password, InstantSource clock) {
        this.methods = new DavMethods(store, clock);
        this.password = password.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws IOException {
        try {
            String account = account(request);
            DavPath path = DavPath.of(request.getHttpURI().getPath());
            methods.answer(new DavRequest(request, account, path, body(request)), response, callback);
        } catch (DavRefusal e) {
            refuse(response, callback, e);
        }
        return true;
    }

    private String account(Request request) throws DavRefusal {
        String given = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        if (given != null && given.startsWith(BASIC)) {
            try {
                String both = new String(
                        Base64.getDecoder()
                                .decode(given.substring(BASIC.length()).strip()),
                        StandardCharsets.UTF_8);
                int colon = both.indexOf(':');
                if (colon > 0
                        && MessageDigest.isEqual(
                                password, both.substring(colon + 1).getBytes(StandardCharsets.UTF_8))) {
                    return both.substring(0, colon).toLowerCase(Locale.ROOT);
                }
            } catch (IllegalArgumentException e) {
                LOG.debug("not base64", e);
            }
        }
        throw new DavRefusal(DavNames.UNAUTHORIZED);
    }

    private static byte[] body(Request request) throws DavRefusal, IOException {
        if (request.getHeaders().contains(HttpHeader.CONTENT_ENCODING)) {
            throw new DavRefusal(DavNames.UNSUPPORTED_TYPE);
        }
        if (request.getLength() > BODY_BYTES_AT_MOST) {
            throw new DavRefusal(DavNames.TOO_LARGE);
        }
        if (request.getLength() == 0) {
            return new byte[0];
        }
        InputStream in = Request.asInputStream(request);
        byte[] body = in.readNBytes(BODY_BYTES_AT_MOST + 1);
        if (body.length > BODY_BYTES_AT_MOST) {
            throw new DavRefusal(DavNames.TOO_LARGE);
        }
        return body;
    }

    private static void refuse(Response response, Callback callback, DavRefusal refusal) {
        response.setStatus(refusal.status());
        if (refusal.status() == DavNames.UNAUTHORIZED) {
            response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Basic realm=\"plateau\", charset=\"UTF-8\"");
        }
        if (refusal.status() == DavNames.TOO_LARGE || refusal.status() == DavNames.UNAUTHORIZED) {
            // The rest of the body is not read.
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        byte[] body = new byte[0];
        if (!refusal.condition().isEmpty()) {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/xml; charset=utf-8");
            body = AnswerXml.error(refusal.condition());
        }
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
    }
}
