// SPDX-License-Identifier: Apache-2.0
/** SUT service {@code redis}, started by the harness or by somebody else. */
@NullMarked
package org.plateaubench.plugin.redis.service;

import org.jspecify.annotations.NullMarked;
