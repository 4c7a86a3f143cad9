// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sends HTTP requests of one user and reads the responses. Cookies are kept. A response of any status is read; a
 * request without a complete response throws an {@code IOException}. A request with a body is a POST of a form, unless
 * the header {@code Content-Type} names another type. Not thread-safe.
 */
public class HttpTransport {
    /** Size of Faban's buffers, in bytes; Plateau has its own. */
    public static final int BUFFER_SIZE = 8192;

    private static final Map<String, String> NO_HEADERS = Map.of();
    private static volatile String provider = "com.sun.faban.driver.transport.sunhttp.SunHttpTransport";

    private final Exchanges exchanges;
    private boolean followsRedirects;

    /** The exchanges of one transport, which the harness makes and times. */
    public interface Exchanges {
        /**
         * Sends a request, a POST if it has a body, and reads the response.
         *
         * @param kept whether the body of the response is kept, or only its bytes counted
         * @param follows whether redirects are followed
         * @throws IOException if there is no complete response
         */
        void request(String url, byte @Nullable [] post, Map<String, String> headers, boolean kept, boolean follows)
                throws IOException;

        /** Status of the last response; 0 if there is none. */
        int status();

        /** Bytes of the body of the last response. */
        int size();

        /** Copies the body of the last response; empty if it was not kept. */
        byte[] bytes() throws IOException;

        /** The body of the last response as text; empty if it was not kept. */
        String text();

        /** The header fields of the last response. */
        List<Map.Entry<String, String>> headers();

        /** The value of a cookie that would be sent to the last server; empty if there is none. */
        String[] cookie(String name);
    }

    public HttpTransport() {
        exchanges = DriverContext.getContext().newExchanges();
    }

    /** Creates a transport of the class that was set; all classes send requests in the same way. */
    public static HttpTransport newInstance() {
        try {
            return Class.forName(provider)
                    .asSubclass(HttpTransport.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | ClassCastException e) {
            return new HttpTransport();
        }
    }

    /** Sets the class of new transports, which does not change how they send requests. */
    public static void setProvider(String newProvider) {
        provider = newProvider;
    }

    /** Has no effect: content of any type is text if a driver reads it as text. */
    public void addTextType(String textType) {}

    /** Gets a page, or posts, and returns the text of the response. Only for transports. */
    protected final StringBuilder fetch(String url, byte @Nullable [] post, Map<String, String> headers)
            throws IOException {
        exchanges.request(url, post, headers, true, followsRedirects);
        return getResponseBuffer();
    }

    /** Gets a resource, or posts, and returns the length of the response. Only for transports. */
    protected final int read(String url, byte @Nullable [] post, Map<String, String> headers) throws IOException {
        exchanges.request(url, post, headers, false, followsRedirects);
        return exchanges.size();
    }

    private static byte[] bytes(String post) {
        return post.getBytes(StandardCharsets.UTF_8);
    }

    public StringBuilder fetchURL(String url) throws IOException {
        return fetch(url, null, NO_HEADERS);
    }

    public StringBuilder fetchURL(String url, Map<String, String> headers) throws IOException {
        return fetch(url, null, headers);
    }

    public StringBuilder fetchURL(String url, String postRequest) throws IOException {
        return fetch(url, bytes(postRequest), NO_HEADERS);
    }

    public StringBuilder fetchURL(String url, String postRequest, Map<String, String> headers) throws IOException {
        return fetch(url, bytes(postRequest), headers);
    }

    public int readURL(String url) throws IOException {
        return read(url, null, NO_HEADERS);
    }

    public int readURL(String url, Map<String, String> headers) throws IOException {
        return read(url, null, headers);
    }

    public int readURL(String url, String postRequest) throws IOException {
        return read(url, bytes(postRequest), NO_HEADERS);
    }

    public int readURL(String url, String postRequest, Map<String, String> headers) throws IOException {
        return read(url, bytes(postRequest), headers);
    }

    public int readURL(String url, byte[] postRequest) throws IOException {
        return read(url, postRequest, NO_HEADERS);
    }

    public boolean matchURL(String url, String regex) throws IOException {
        fetchURL(url);
        return matchResponse(regex);
    }

    public boolean matchURL(String url, String regex, Map<String, String> headers) throws IOException {
        fetchURL(url, headers);
        return matchResponse(regex);
    }

    public boolean matchURL(String url, String postRequest, String regex) throws IOException {
        fetchURL(url, postRequest);
        return matchResponse(regex);
    }

    public boolean matchURL(String url, String postRequest, String regex, Map<String, String> headers)
            throws IOException {
        fetchURL(url, postRequest, headers);
        return matchResponse(regex);
    }

    public byte[] downloadURL(String url) throws IOException {
        fetchURL(url);
        return exchanges.bytes();
    }

    public StringBuilder fetchPage(String page, @Nullable String @Nullable [] images, @Nullable String postRequest)
            throws IOException {
        StringBuilder text = postRequest == null ? fetchURL(page) : fetchURL(page, postRequest);
        for (String image : images == null ? new String[0] : images) {
            if (image != null) {
                readURL(image);
            }
        }
        return text;
    }

    public boolean matchResponse(String regex) {
        return Pattern.compile(regex).matcher(exchanges.text()).find();
    }

    public StringBuilder getResponseBuffer() {
        return new StringBuilder(exchanges.text());
    }

    public int getResponseCode() {
        return exchanges.status();
    }

    public int getContentSize() {
        return exchanges.size();
    }

    /** Returns the values of a header of the last response; null if it has none with this name. */
    public String @Nullable [] getResponseHeader(String name) {
        String[] values = exchanges.headers().stream()
                .filter(field -> field.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .toArray(String[]::new);
        return values.length == 0 ? null : values;
    }

    public String dumpResponseHeaders() {
        return exchanges.headers().stream()
                .map(field -> field.getKey() + ": " + field.getValue())
                .collect(Collectors.joining("\n"));
    }

    public String[] getCookieValuesByName(String name) {
        return exchanges.cookie(name);
    }

    /** Sets whether redirects are followed; by default they are not. */
    public void setFollowRedirects(boolean follow) {
        followsRedirects = follow;
    }

    public boolean isFollowRedirects() {
        return followsRedirects;
    }
}
