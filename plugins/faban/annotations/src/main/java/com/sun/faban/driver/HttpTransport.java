// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import java.io.IOException;
import java.net.URL;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sends the requests of one user and stores its cookies. To be used only on the user's thread. An answer with any
 * status is returned; drivers must check {@link #getResponseCode()}. In an operation of {@link Timing#AUTO}, the
 * requests form the timed section.
 */
public abstract class HttpTransport {
    private static final Map<String, String> NO_HEADERS = Map.of();

    /** Creates a transport; only for the harness. */
    protected HttpTransport() {}

    /** Creates a transport of the calling user. */
    public static HttpTransport newInstance() {
        return DriverContext.getContext().newTransport();
    }

    /**
     * Sends a request and reads its response.
     *
     * @param post body of a POST; null for a GET
     * @param kept whether the body is kept as text and not only counted
     * @throws IOException if there is no complete response
     */
    protected abstract void request(String url, @Nullable String post, Map<String, String> headers, boolean kept)
            throws IOException;

    /** Gets a page and returns its text. */
    public StringBuilder fetchURL(String url) throws IOException {
        return fetched(url, null, NO_HEADERS);
    }

    /** Gets a page and returns its text. */
    public StringBuilder fetchURL(URL url) throws IOException {
        return fetchURL(url.toString());
    }

    /** Gets a page with further headers and returns its text. */
    public StringBuilder fetchURL(String url, Map<String, String> headers) throws IOException {
        return fetched(url, null, headers);
    }

    /** Gets a page with further headers and returns its text. */
    public StringBuilder fetchURL(URL url, Map<String, String> headers) throws IOException {
        return fetchURL(url.toString(), headers);
    }

    /** Posts a form and returns the text of the answer. */
    public StringBuilder fetchURL(String url, String postRequest) throws IOException {
        return fetched(url, postRequest, NO_HEADERS);
    }

    /** Posts a form and returns the text of the answer. */
    public StringBuilder fetchURL(URL url, String postRequest) throws IOException {
        return fetchURL(url.toString(), postRequest);
    }

    /** Posts a form with further headers and returns the text of the answer. */
    public StringBuilder fetchURL(String url, String postRequest, Map<String, String> headers) throws IOException {
        return fetched(url, postRequest, headers);
    }

    /** Posts a form with further headers and returns the text of the answer. */
    public StringBuilder fetchURL(URL url, String postRequest, Map<String, String> headers) throws IOException {
        return fetchURL(url.toString(), postRequest, headers);
    }

    /** Gets a resource whose content is not used; returns its length in bytes. */
    public int readURL(String url) throws IOException {
        return read(url, null, NO_HEADERS);
    }

    /** Gets a resource whose content is not used; returns its length in bytes. */
    public int readURL(URL url) throws IOException {
        return readURL(url.toString());
    }

    /** Gets a resource whose content is not used, with further headers; returns its length in bytes. */
    public int readURL(String url, Map<String, String> headers) throws IOException {
        return read(url, null, headers);
    }

    /** Gets a resource whose content is not used, with further headers; returns its length in bytes. */
    public int readURL(URL url, Map<String, String> headers) throws IOException {
        return readURL(url.toString(), headers);
    }

    /** Posts a form whose answer is not used; returns the length of the answer in bytes. */
    public int readURL(String url, String postRequest) throws IOException {
        return read(url, postRequest, NO_HEADERS);
    }

    /** Posts a form whose answer is not used; returns the length of the answer in bytes. */
    public int readURL(URL url, String postRequest) throws IOException {
        return readURL(url.toString(), postRequest);
    }

    /** Posts a form with further headers; returns the length of the answer in bytes. */
    public int readURL(String url, String postRequest, Map<String, String> headers) throws IOException {
        return read(url, postRequest, headers);
    }

    /** Posts a form with further headers; returns the length of the answer in bytes. */
    public int readURL(URL url, String postRequest, Map<String, String> headers) throws IOException {
        return readURL(url.toString(), postRequest, headers);
    }

    /** Gets a page and returns whether a regular expression is found in its text. */
    public boolean matchURL(String url, String regex) throws IOException {
        return Pattern.compile(regex).matcher(fetchURL(url)).find();
    }

    /** Gets a page and returns whether a regular expression is found in its text. */
    public boolean matchURL(URL url, String regex) throws IOException {
        return matchURL(url.toString(), regex);
    }

    /** Gets a page with further headers and returns whether a regular expression is found in its text. */
    public boolean matchURL(String url, String regex, Map<String, String> headers) throws IOException {
        return Pattern.compile(regex).matcher(fetchURL(url, headers)).find();
    }

    private StringBuilder fetched(String url, @Nullable String post, Map<String, String> headers) throws IOException {
        request(url, post, headers, true);
        return getResponseBuffer();
    }

    private int read(String url, @Nullable String post, Map<String, String> headers) throws IOException {
        request(url, post, headers, false);
        return getContentSize();
    }

    /** The text of the last page that was fetched. */
    public abstract StringBuilder getResponseBuffer();

    /** Status of the last response. */
    public abstract int getResponseCode();

    /** Bytes of the last response's body. */
    public abstract int getContentSize();

    /** Returns the values of a header of the last response; null if it has none with this name. */
    public abstract String @Nullable [] getResponseHeader(String name);

    /** Returns an array with the value of a cookie that would be sent to the last server; empty if there is none. */
    public abstract String[] getCookieValuesByName(String name);

    /** Sets whether redirects are followed; by default they are not. */
    public abstract void setFollowRedirects(boolean follow);

    /** Whether redirects are followed. */
    public abstract boolean isFollowRedirects();
}
