// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.plateaubench.olio.EventDetail.Coordinates;
import org.plateaubench.plugin.olio.data.PersonForm.AddressForm;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Requests the coordinates of an address from the site's own geocoder over HTTP, as Olio does. Thread-safe. */
final class Geocoder {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(Geocoder.class);
    private static final Pattern LATITUDE = Pattern.compile("<Latitude>(-?[0-9.]+)<");
    private static final Pattern LONGITUDE = Pattern.compile("<Longitude>(-?[0-9.]+)<");

    private final Supplier<URI> service;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();

    /** Creates a client for the address of the service, without a query. */
    Geocoder(Supplier<URI> service) {
        this.service = service;
    }

    Coordinates locate(AddressForm address) {
        URI uri = URI.create(service.get() + "?street=" + encoded(address.street1()) + "&city="
                + encoded(address.city()) + "&state=" + encoded(address.state()) + "&zip=" + encoded(address.zip()));
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(TIMEOUT).build();
        try {
            String answer =
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body();
            return new Coordinates(number(LATITUDE, answer), number(LONGITUDE, answer));
        } catch (IOException e) {
            LOG.warn("no coordinates", e);
            throw new Refused(503, "No map", "The geocoding service does not answer.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Refused.failed();
        }
    }

    private static double number(Pattern element, String answer) throws IOException {
        Matcher found = element.matcher(answer);
        if (!found.find()) {
            throw new IOException("the geocoder's answer has no coordinates");
        }
        return Double.parseDouble(found.group(1));
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    /**
     * The geocoder as a service: {@code GET /geocode?street=&city=&state=&zip=}, in XML. Coordinates are not real: they
     * are computed from the letters of the address, in any case.
     */
    static final class GeocodeHandler extends Handler.Abstract.NonBlocking {
        /** Greatest latitude, in degrees: between the polar circles, as in the loaded data. */
        private static final double MAX_LATITUDE = 66.56;

        private static final double MAX_LONGITUDE = 180;
        private static final double RANGE = 1L << 32;
        private static final double DECIMALS = 10_000;

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            if (!Request.getPathInContext(request).equals("/geocode")) {
                return false;
            }
            Fields query = Request.extractQueryParameters(request);
            Coordinates found = coordinates(
                    Exchange.value(query, "street"),
                    Exchange.value(query, "city"),
                    Exchange.value(query, "state"),
                    Exchange.value(query, "zip"));
            byte[] answer = xml(found).getBytes(StandardCharsets.UTF_8);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/xml;charset=utf-8");
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.length);
            response.write(true, ByteBuffer.wrap(answer), callback);
            return true;
        }

        static Coordinates coordinates(String street, String city, String state, String zip) {
            String address = String.join("\n", street, city, state, zip);
            byte[] bytes = address.strip().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
            CRC32C checksum = new CRC32C();
            checksum.update(bytes);
            double latitude = scaled(checksum.getValue(), MAX_LATITUDE);
            checksum.update(bytes);
            checksum.update('e');
            return new Coordinates(latitude, scaled(checksum.getValue(), MAX_LONGITUDE));
        }

        private static double scaled(long checksum, double max) {
            return Math.round((checksum / RANGE * 2 - 1) * max * DECIMALS) / DECIMALS;
        }

        /** Returns XML with the names that Yahoo's geocoder of 2008 used. */
        private static String xml(Coordinates found) {
            return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ResultSet><Result precision=\"address\"><Latitude>"
                    + decimal(found.latitude()) + "</Latitude><Longitude>" + decimal(found.longitude())
                    + "</Longitude></Result></ResultSet>\n";
        }

        private static String decimal(double degrees) {
            return String.format(Locale.ROOT, "%.4f", degrees);
        }
    }
}
