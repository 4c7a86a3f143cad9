// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sends HTTP requests of one user and reads the responses. Cookies are kept. A response of any status is read; a request
 * without a complete response throws an {@code IOException}. A request with a body is a POST of a form, unless the header
 * {@code Content-Type} names another type. Not thread-safe.
 */
public class HttpTransport {
    /** Size of Faban's buffers, in bytes; Plateau has its own. */
    public static final int BUFFER_SIZE = 8192;

    private static final Map<String, String> NO_HEADERS = Map.of();

    private final Exchanges exchanges;
    private Response last = new Response(0, 0, () -> new byte[0], "", List::of);

    /** The exchanges of one transport, which the harness makes and times. */
    public interface Exchanges {
        /**
         * Sends a request and reads its response.
         *
         * @param post body of a POST; null for a GET
         * @param kept whether the body is kept and not only counted
         * @throws IOException if there is no complete response
         */
        Response request(String url, byte @Nullable [] post, Map<String, String> headers, boolean kept)
                throws IOException;

        /** The value of a cookie that would be sent to the last server; empty if there is none. */
        String[] cookie(String name);

        /** Sets whether redirects are followed. */
        void followRedirects(boolean follow);

        /** Whether redirects are followed. */
        boolean followsRedirects();
    }

    /**
     * A response.
     *
     * @param status its status
     * @param size bytes of its body
     * @param bytes copies its body, empty if it was not kept
     * @param text its body as text, empty if it was not kept
     * @param headers reads its header fields, until the next request
     */
    public record Response(
            int status,
            int size,
            Supplier<byte[]> bytes,
            String text,
            Supplier<List<Map.Entry<String, String>>> headers) {}

    /** Creates a transport of the calling user. */
    public HttpTransport() {
        exchanges = DriverContext.getContext().newExchanges();
    }

    /** Creates a transport of the calling user. */
    public static HttpTransport newInstance() {
        return new HttpTransport();
    }

    /** Has no effect: every transport is Plateau's. */
    public static void setProvider(String provider) {}

    /** Has no effect: a content of any type is text where a driver reads text. */
    public void addTextType(String textType) {}

    private StringBuilder fetched(String url, @Nullable String post, Map<String, String> headers) throws IOException {
        last = exchanges.request(url, bytes(post), headers, true);
        return getResponseBuffer();
    }

    private int read(String url, byte @Nullable [] post, Map<String, String> headers) throws IOException {
        last = exchanges.request(url, post, headers, false);
        return last.size();
    }

    private static byte @Nullable [] bytes(@Nullable String post) {
        return post == null ? null : post.getBytes(StandardCharsets.UTF_8);
    }

    private boolean matches(String url, @Nullable String post, String regex, Map<String, String> headers)
            throws IOException {
        fetched(url, post, headers);
        return matchResponse(regex);
    }

    /** Gets a page and returns its text. */
    public StringBuilder fetchURL(String url) throws IOException {
        return fetched(url, null, NO_HEADERS);
    }

    /** Gets a page with further headers and returns its text. */
    public StringBuilder fetchURL(String url, Map<String, String> headers) throws IOException {
        return fetched(url, null, headers);
    }

    /** Posts a form and returns the text of the answer. */
    public StringBuilder fetchURL(String url, String postRequest) throws IOException {
        return fetched(url, postRequest, NO_HEADERS);
    }

    /** Posts a form with further headers and returns the text of the answer. */
    public StringBuilder fetchURL(String url, String postRequest, Map<String, String> headers) throws IOException {
        return fetched(url, postRequest, headers);
    }

    /** Gets a resource whose content is not used; returns its length in bytes. */
    public int readURL(String url) throws IOException {
        return read(url, null, NO_HEADERS);
    }

    /** Gets a resource with further headers; returns its length in bytes. */
    public int readURL(String url, Map<String, String> headers) throws IOException {
        return read(url, null, headers);
    }

    /** Posts a form; returns the length of the answer in bytes. */
    public int readURL(String url, String postRequest) throws IOException {
        return read(url, bytes(postRequest), NO_HEADERS);
    }

    /** Posts a form with further headers; returns the length of the answer in bytes. */
    public int readURL(String url, String postRequest, Map<String, String> headers) throws IOException {
        return read(url, bytes(postRequest), headers);
    }

    /** Gets a page and returns whether a regular expression is found in its text. */
    public boolean matchURL(String url, String regex) throws IOException {
        return matches(url, null, regex, NO_HEADERS);
    }

    /** The same with further headers. */
    public boolean matchURL(String url, String regex, Map<String, String> headers) throws IOException {
        return matches(url, null, regex, headers);
    }

    /** Posts a form and returns whether a regular expression is found in the answer. */
    public boolean matchURL(String url, String postRequest, String regex) throws IOException {
        return matches(url, postRequest, regex, NO_HEADERS);
    }

    /** The same with further headers. */
    public boolean matchURL(String url, String postRequest, String regex, Map<String, String> headers)
            throws IOException {
        return matches(url, postRequest, regex, headers);
    }

    /** Gets a page and returns its text. */
    public StringBuilder fetchURL(URL url) throws IOException {
        return fetched(url.toString(), null, NO_HEADERS);
    }

    /** Gets a page with further headers and returns its text. */
    public StringBuilder fetchURL(URL url, Map<String, String> headers) throws IOException {
        return fetched(url.toString(), null, headers);
    }

    /** Posts a form and returns the text of the answer. */
    public StringBuilder fetchURL(URL url, String postRequest) throws IOException {
        return fetched(url.toString(), postRequest, NO_HEADERS);
    }

    /** Posts a form with further headers and returns the text of the answer. */
    public StringBuilder fetchURL(URL url, String postRequest, Map<String, String> headers) throws IOException {
        return fetched(url.toString(), postRequest, headers);
    }

    /** Gets a resource whose content is not used; returns its length in bytes. */
    public int readURL(URL url) throws IOException {
        return read(url.toString(), null, NO_HEADERS);
    }

    /** Gets a resource with further headers; returns its length in bytes. */
    public int readURL(URL url, Map<String, String> headers) throws IOException {
        return read(url.toString(), null, headers);
    }

    /** Posts a form; returns the length of the answer in bytes. */
    public int readURL(URL url, String postRequest) throws IOException {
        return read(url.toString(), bytes(postRequest), NO_HEADERS);
    }

    /** Posts a form with further headers; returns the length of the answer in bytes. */
    public int readURL(URL url, String postRequest, Map<String, String> headers) throws IOException {
        return read(url.toString(), bytes(postRequest), headers);
    }

    /** Gets a page and returns whether a regular expression is found in its text. */
    public boolean matchURL(URL url, String regex) throws IOException {
        return matches(url.toString(), null, regex, NO_HEADERS);
    }

    /** The same with further headers. */
    public boolean matchURL(URL url, String regex, Map<String, String> headers) throws IOException {
        return matches(url.toString(), null, regex, headers);
    }

    /** Posts a form and returns whether a regular expression is found in the answer. */
    public boolean matchURL(URL url, String postRequest, String regex) throws IOException {
        return matches(url.toString(), postRequest, regex, NO_HEADERS);
    }

    /** The same with further headers. */
    public boolean matchURL(URL url, String postRequest, String regex, Map<String, String> headers) throws IOException {
        return matches(url.toString(), postRequest, regex, headers);
    }

    /** Posts bytes; returns the length of the answer in bytes. */
    public int readURL(String url, byte[] postRequest) throws IOException {
        return read(url, postRequest, NO_HEADERS);
    }

    /** Posts bytes with further headers; returns the length of the answer in bytes. */
    public int readURL(URL url, byte[] postRequest, Map<String, String> headers) throws IOException {
        return read(url.toString(), postRequest, headers);
    }

    /** Gets a resource and returns its bytes. */
    public byte[] downloadURL(String url) throws IOException {
        last = exchanges.request(url, null, NO_HEADERS, true);
        return last.bytes().get();
    }

    /** Gets or posts a page, then gets resources; returns the text of the page. */
    public StringBuilder fetchPage(String page, @Nullable String @Nullable [] images, @Nullable String postRequest)
            throws IOException {
        StringBuilder text = fetched(page, postRequest, NO_HEADERS);
        for (String image : images == null ? new String[0] : images) {
            if (image != null) {
                read(image, null, NO_HEADERS);
            }
        }
        return text;
    }

    /** Whether a regular expression is found in the text of the last page that was fetched. */
    public boolean matchResponse(String regex) {
        return Pattern.compile(regex).matcher(last.text()).find();
    }

    /** The text of the last page that was fetched. */
    public StringBuilder getResponseBuffer() {
        return new StringBuilder(last.text());
    }

    /** Status of the last response. */
    public int getResponseCode() {
        return last.status();
    }

    /** Bytes of the last response's body. */
    public int getContentSize() {
        return last.size();
    }

    /** Returns the values of a header of the last response; null if it has none with this name. */
    public String @Nullable [] getResponseHeader(String name) {
        String[] values = last.headers().get().stream()
                .filter(field -> field.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .toArray(String[]::new);
        return values.length == 0 ? null : values;
    }

    /** The header fields of the last response. */
    public String dumpResponseHeaders() {
        return last.headers().get().stream()
                .map(field -> field.getKey() + ": " + field.getValue())
                .collect(Collectors.joining("\n"));
    }

    /** Returns an array with the value of a cookie that would be sent to the last server; empty if there is none. */
    public String[] getCookieValuesByName(String name) {
        return exchanges.cookie(name);
    }

    /** Sets whether redirects are followed; by default they are not. */
    public void setFollowRedirects(boolean follow) {
        exchanges.followRedirects(follow);
    }

    /** Whether redirects are followed. */
    public boolean isFollowRedirects() {
        return exchanges.followsRedirects();
    }
}
