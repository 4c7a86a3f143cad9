// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Answers to refusals and failures outside the pages; they never reveal internals. */
final class ErrorPages extends ErrorHandler {
    private final Pages pages;

    ErrorPages(Pages pages) {
        this.pages = pages;
        setShowStacks(false);
    }

    @Override
    public boolean errorPageForMethod(String method) {
        return true;
    }

    @Override
    protected void generateResponse(
            Request request,
            Response response,
            int code,
            @Nullable String message,
            @Nullable Throwable cause,
            Callback callback) {
        SafetyHandler.put(response.getHeaders());
        Refused refused = refused(code);
        byte[] page = pages.message(null, code, refused.title(), refused.text());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/html;charset=utf-8");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, page.length);
        response.write(true, ByteBuffer.wrap(page), callback);
    }

    private static Refused refused(int code) {
        return switch (code) {
            case 404 -> Refused.notFound();
            case 413 -> Refused.tooLarge("This is more than the site takes.");
            case 500 -> Refused.failed();
            default -> new Refused(code, HttpStatus.getMessage(code), "The site could not do what was asked.");
        };
    }
}
