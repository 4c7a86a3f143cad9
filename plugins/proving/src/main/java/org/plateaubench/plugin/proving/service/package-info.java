// SPDX-License-Identifier: Apache-2.0
/** SUT service {@code known-law}, started by the harness or by somebody else. */
@NullMarked
package org.plateaubench.plugin.proving.service;

import org.jspecify.annotations.NullMarked;
