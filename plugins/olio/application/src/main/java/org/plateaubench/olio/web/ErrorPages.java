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
import org.plateaubench.olio.page.Pages;
import org.plateaubench.olio.page.Viewer;

/** Answers to refusals and failures outside the pages; they never reveal internals. */
public final class ErrorPages extends ErrorHandler {
    private final Pages pages;

    /** Creates the answers with the pages. */
    public ErrorPages(Pages pages) {
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
        SafetyHeaders.put(response.getHeaders());
        byte[] page = pages.message(Viewer.ANONYMOUS, code, title(code), text(code));
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/html;charset=utf-8");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, page.length);
        response.write(true, ByteBuffer.wrap(page), callback);
    }

    private static String title(int code) {
        return switch (code) {
            case 403 -> "Not from here";
            case 404 -> "Not here";
            case 413 -> "Too large";
            case 500 -> "Something went wrong";
            default -> HttpStatus.getMessage(code);
        };
    }

    private static String text(int code) {
        return switch (code) {
            case 403 -> "This was not sent from a page of this site.";
            case 404 -> "There is no such page, or there is none any more.";
            case 413 -> "This is more than the site takes.";
            case 500 -> "That was not your fault. The people who run this site can read about it in its log.";
            default -> "The site could not do what was asked.";
        };
    }
}
