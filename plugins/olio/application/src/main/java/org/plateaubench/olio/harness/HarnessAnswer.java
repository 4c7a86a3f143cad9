// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.harness;

/**
 * What a request of the harness is answered.
 *
 * @param status of HTTP
 * @param json one flat object
 */
public record HarnessAnswer(int status, String json) {}
