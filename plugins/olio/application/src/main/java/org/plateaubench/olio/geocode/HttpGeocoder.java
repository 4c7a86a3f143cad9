// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.geocode;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.olio.geocode.Geocoder.Coordinates;
import org.plateaubench.olio.geocode.Geocoder.Place;

/** A client of a geocoder over HTTP, as in Olio: {@code ?street=&city=&state=&zip=}, answered in XML. */
public final class HttpGeocoder implements Geocoder {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int ANSWER_BYTES_AT_MOST = 16 * 1024;
    private static final int OK = 200;

    /** Only two elements of the answer are needed: no XML parser, so that entities have no effect. */
    private static final Pattern LATITUDE = Pattern.compile("<Latitude>\\s*(-?[0-9]{1,3}(?:\\.[0-9]{1,9})?)\\s*<");

    private static final Pattern LONGITUDE = Pattern.compile("<Longitude>\\s*(-?[0-9]{1,3}(?:\\.[0-9]{1,9})?)\\s*<");

    private final Supplier<URI> service;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    /** Creates a client for the address of the service, without a query. */
    public HttpGeocoder(Supplier<URI> service) {
        this.service = service;
    }

    @Override
    public Coordinates locate(Place place) throws IOException {
        URI asked = URI.create(service.get() + "?street=" + encoded(place.street()) + "&city=" + encoded(place.city())
                + "&state=" + encoded(place.state()) + "&zip=" + encoded(place.zip()));
        HttpRequest request = HttpRequest.newBuilder(asked)
                .timeout(PATIENCE)
                .header("Accept", "application/xml")
                .build();
        try {
            HttpResponse<InputStream> response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                if (response.statusCode() != OK) {
                    throw new IOException("the geocoder answered " + response.statusCode());
                }
                return read(new String(body.readNBytes(ANSWER_BYTES_AT_MOST), StandardCharsets.UTF_8));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the geocoder was asked", e);
        }
    }

    static Coordinates read(String answer) throws IOException {
        return new Coordinates(number(LATITUDE, answer, 90), number(LONGITUDE, answer, 180));
    }

    private static double number(Pattern element, String answer, int atMost) throws IOException {
        Matcher found = element.matcher(answer);
        if (!found.find() || Math.abs(Double.parseDouble(found.group(1))) > atMost) {
            throw new IOException("the geocoder's answer has no coordinates");
        }
        return Double.parseDouble(found.group(1));
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
