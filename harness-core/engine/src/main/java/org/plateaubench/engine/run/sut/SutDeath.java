// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.sut;

import org.plateaubench.engine.run.event.SutFailure;

public record SutDeath(String scope, String detail, SutFailure failure) {}
