// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.sut;

import org.plateaubench.engine.run.event.SutFailure;

/**
 * A SUT that has failed.
 *
 * @param scope its scope in events
 * @param detail a sentence for the operator
 * @param failure how it failed
 */
public record SutDeath(String scope, String detail, SutFailure failure) {}
