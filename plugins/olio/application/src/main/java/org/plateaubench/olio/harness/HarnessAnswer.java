// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.harness;

/**
 * The answer to a request of the harness.
 *
 * @param status HTTP status
 * @param json one flat object
 */
public record HarnessAnswer(int status, String json) {}
