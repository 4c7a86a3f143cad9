// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.plateaubench.plugin.redis.resp;

import org.jspecify.annotations.NullMarked;
