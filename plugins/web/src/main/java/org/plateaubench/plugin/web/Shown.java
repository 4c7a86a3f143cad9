// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.RequestBody;
import org.plateaubench.scenario.value.StepFailure;

/** Requests and answers as texts, for a person. Secrets are left out. */
final class Shown {
    private static final int MAX_CHARACTERS = 800;

    private Shown() {}

    static String request(HttpOrigin origin, HttpRequest request) {
        StringBuilder text = new StringBuilder("> " + request.method() + " " + origin + request.target());
        for (int i = 0; i < request.headerCount(); i++) {
            String name = request.headerName(i);
            boolean isSecret = name.equalsIgnoreCase("Authorization") || name.equalsIgnoreCase("Proxy-Authorization");
            text.append("\n> ").append(name).append(": ").append(isSecret ? "***" : request.headerValue(i));
        }
        RequestBody body = request.body();
        if (body != null) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try {
                body.writeTo(bytes);
            } catch (IOException e) {
                return text + "\n> its body cannot be shown: " + e.getMessage();
            }
            text.append("\n> Content-Type: ").append(body.contentType());
            String content = bytes.toString(StandardCharsets.UTF_8);
            boolean isText = content.indexOf('\ufffd') < 0 && content.indexOf(0) < 0;
            text.append("\n").append(isText ? shortened(content) : bytes.size() + " bytes that are not text");
        }
        return text.toString();
    }

    static String answer(HttpResponse response, WebAnswer answer) throws StepFailure {
        StringBuilder text = new StringBuilder("< " + response.status());
        for (int i = 0; i < response.headerCount(); i++) {
            text.append("\n< ").append(response.headerName(i)).append(": ").append(response.headerValue(i));
        }
        return answer.size() == 0 ? text.toString() : text + "\n" + shortened(answer.text());
    }

    static String shortened(String text) {
        String printable = text.replaceAll("[\\p{Cntrl}&&[^\n\t]]", "");
        return printable.length() <= MAX_CHARACTERS
                ? printable
                : printable.substring(0, MAX_CHARACTERS) + "\n... and " + (printable.length() - MAX_CHARACTERS)
                        + " more characters";
    }
}
