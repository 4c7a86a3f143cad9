// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.html;

import com.sun.management.ThreadMXBean;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.plateaubench.http.address.WebAddress;

/** What parsing a page costs: run its main method, with pages of the sizes given in bytes. Figures: docs/http-kit.md. */
final class PageCost {
    private static final WebAddress ADDRESS = WebAddress.parse("http://shop.lab/");
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    private static final long ROUND_NANOS = 2_000_000_000L;

    private PageCost() {}

    /** A page as web 2.0 applications make them: statics, a tag cloud, a list with pictures, forms. */
    static byte[] page(int sizeBytes) {
        StringBuilder html = new StringBuilder("<!doctype html><html><head><meta charset=utf-8><title>Events</title>");
        for (int i = 0; i < 9; i++) {
            html.append("<link rel=stylesheet href=\"/static/css/").append(i).append(".css\">");
            html.append("<script src=\"/static/js/").append(i).append(".js\"></script>");
        }
        html.append(
                "</head><body><form action=/login method=post><input name=user><input type=password name=word></form>");
        for (int i = 0; html.length() < sizeBytes - 20; i++) {
            html.append("<div class=\"event odd\" id=\"e")
                    .append(i)
                    .append("\"><a href=\"/events/")
                    .append(i);
            html.append("\"><img src=\"/images/events/").append(i).append("-thumb.jpg\" alt=\"An event\"></a>");
            html.append("<p>Some words &amp; more of what happens <a class=tag href='/tags/tag")
                    .append(i);
            html.append("'>tag").append(i).append("</a></p></div>\n");
        }
        return html.append("</body></html>").toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Prints the processor time and the allocated bytes of one page of each size. */
    @SuppressWarnings("SystemOut")
    public static void main(String[] sizes) {
        PrintStream out = System.out;
        for (String size : sizes) {
            byte[] page = page(Integer.parseInt(size));
            long found = 0;
            for (int round = 0; round < 3; round++) {
                long start = System.nanoTime();
                long cpu = THREADS.getCurrentThreadCpuTime();
                long allocated = allocatedBytes();
                long pages = 0;
                while (System.nanoTime() - start < ROUND_NANOS) {
                    Page parsed = Page.parse(page, 0, page.length, "utf-8", ADDRESS);
                    found += parsed.links().size() + parsed.images().size();
                    pages++;
                }
                double micros = (THREADS.getCurrentThreadCpuTime() - cpu) / 1e3 / pages;
                out.printf(
                        "%d bytes: %.0f us, %d bytes allocated, %d links and images%n",
                        page.length, micros, (allocatedBytes() - allocated) / pages, found / pages);
                found = 0;
            }
        }
    }

    private static long allocatedBytes() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
